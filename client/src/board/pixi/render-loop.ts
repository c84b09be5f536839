/** Asks for frames: `requestAnimationFrame` and its cancel, or a test's own. */
export type Frames = { request(draw: (now: number) => void): number; cancel(handle: number): void }

/**
 * A pause longer than this (a hidden tab, a breakpoint) counts as one long frame, not as time passed. A slow machine
 * draws fewer frames of an effect and still ends it in time: what comes next is not to be drawn over it.
 */
const longestFrame = 250

/**
 * Draws when something changed and only then: a settled board asks for no frames. `draw` gets the milliseconds
 * since the last frame of the same run; the first frame after a rest gets 0.
 */
export const createRenderLoop = (frames: Frames, draw: (elapsed: number) => void) => {
  let handle: number | null = null
  let holders = 0
  let last: number | null = null
  let stopped = false

  const ask = () => {
    if (handle === null && !stopped) handle = frames.request(frame)
  }
  const frame = (now: number) => {
    handle = null
    const elapsed = last === null ? 0 : Math.min(Math.max(now - last, 0), longestFrame)
    last = now
    draw(elapsed)
    if (holders > 0) ask()
    else if (handle === null) last = null
  }
  return {
    /** One frame is wanted. Any number of calls before it cost one frame. */
    invalidate: ask,
    /** Frames are wanted until the returned function is called. */
    hold(): () => void {
      holders += 1
      let held = true
      ask()
      return () => {
        if (!held) return
        held = false
        holders -= 1
      }
    },
    /** No frame from now on, no matter who asks. */
    stop(): void {
      stopped = true
      if (handle !== null) frames.cancel(handle)
      handle = null
    },
    /** Whether a frame has been asked for. */
    busy: () => handle !== null,
  }
}
export type RenderLoop = ReturnType<typeof createRenderLoop>
