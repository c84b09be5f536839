/** Frames that come when the test says so. */
export const handFrames = () => {
  let asked: ((now: number) => void) | null = null
  let requests = 0
  return {
    frames: {
      request(draw: (now: number) => void) {
        requests += 1
        asked = draw
        return requests
      },
      cancel() {
        asked = null
      },
    },
    /** Draws the frame asked for, if any. */
    tick(now: number): boolean {
      const draw = asked
      asked = null
      draw?.(now)
      return draw !== null
    },
    requests: () => requests,
  }
}
