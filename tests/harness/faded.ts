import type { Page } from '@playwright/test'

/** Waits until nothing on the page fades or slides any more; spinners, which turn for ever, are not waited for. */
export const untilFaded = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (;;) {
      const ending = document
        .getAnimations()
        .filter(({ playState }) => playState === 'running')
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
      if (ending.length === 0) return
      await Promise.allSettled(ending.map(({ finished }) => finished))
    }
  })
