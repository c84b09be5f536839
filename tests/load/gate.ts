/** Lets clicks pass, or keeps them while something else is measured. */
export type Gate = {
  /** Runs the click now, or when the gate opens. */
  pass(click: () => void): void
  /** From now on clicks pass; those kept pass at once. */
  open(): void
  /** From now on clicks are kept, until the gate opens or they have waited so long that a turn's clock would end. */
  shut(): void
  close(): void
}

const lookMs = 1_000

export const gate = (patienceMs: number): Gate => {
  let isOpen = false
  let kept: { click: () => void; since: number }[] = []
  const timer = setInterval(() => {
    const before = performance.now() - patienceMs
    const late = kept.filter(({ since }) => since < before)
    if (late.length === 0) return
    kept = kept.filter(({ since }) => since >= before)
    for (const { click } of late) click()
  }, lookMs)
  return {
    pass(click) {
      if (isOpen) click()
      else kept.push({ click, since: performance.now() })
    },
    open() {
      isOpen = true
      const waiting = kept
      kept = []
      for (const { click } of waiting) click()
    },
    shut() {
      isOpen = false
    },
    close: () => clearInterval(timer),
  }
}
