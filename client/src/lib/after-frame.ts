/** For pages that draw no frames, as in a hidden tab, in milliseconds. */
const longestFrame = 100

/** Runs right after the next frame, in a task apart from it. */
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

/** Runs one thing after another, each in a separate task: between two of them a frame is drawn, and a press heard. */
export const taskQueue = (): ((run: () => void) => void) => {
  const { port1, port2 } = new MessageChannel()
  const waiting: (() => void)[] = []
  port1.onmessage = () => waiting.shift()?.()
  return (run) => {
    waiting.push(run)
    port2.postMessage(null)
  }
}
