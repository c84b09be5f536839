/** For pages that draw no frames, as in a hidden tab, in milliseconds. */
const longestFrame = 100

let waiting: (() => void)[] = []

/**
 * Runs right after the next frame, in a task apart from it. All that wait for one frame ask for it once: on a slow phone
 * each frame and timer asked for takes half a millisecond, and a move asks several times.
 */
export const afterFrame = (run: () => void): void => {
  if (waiting.push(run) > 1) return
  const these = waiting
  const go = (start: (run: () => void) => void) => {
    if (waiting !== these) return
    // What comes while this frame is drawn waits for the one after it.
    waiting = []
    for (const each of these) start(each)
  }
  // A frame is drawn after its callbacks: a timer of theirs is the first thing behind it.
  requestAnimationFrame(() => go(setTimeout))
  setTimeout(() => go(queueMicrotask), longestFrame)
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
