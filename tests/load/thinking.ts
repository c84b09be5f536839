/** What people do before a click. */
export type Thinking = {
  /** Runs the click after a time drawn between half and one and a half of the mean; at once when that is 0. */
  before(click: () => void): void
  /** Everybody who thinks now has thought enough. */
  hurry(): void
}

export const thinking = (meanMs: number, random: () => number): Thinking => {
  const waiting = new Map<NodeJS.Timeout, () => void>()
  return {
    before(click) {
      if (meanMs === 0) return click()
      const timer = setTimeout(
        () => {
          waiting.delete(timer)
          click()
        },
        meanMs * (0.5 + random()),
      )
      waiting.set(timer, click)
    },
    hurry() {
      for (const [timer, click] of [...waiting]) {
        clearTimeout(timer)
        waiting.delete(timer)
        click()
      }
    },
  }
}
