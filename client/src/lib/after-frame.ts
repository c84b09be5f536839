/** For pages that draw no frames, as in a hidden tab, in milliseconds. */
const longestFrame = 100

/** Runs in a task of its own, right after the next frame. */
export const afterFrame = (run: () => void): void => {
  let ran = false
  const once = () => {
    if (ran) return
    ran = true
    run()
  }
  // A frame is drawn after its callbacks: a timer of theirs is the first thing behind it.
  requestAnimationFrame(() => setTimeout(once))
  setTimeout(once, longestFrame)
}
