import type { Page } from '@playwright/test'

/** What lasts longer is a clock or a decoration, in milliseconds. */
const shortMs = 2_000

/** Waits until nothing on the page fades or slides any more; clocks, and spinners, which turn forever, are not waited for. */
export const untilFaded = (page: Page): Promise<void> =>
  page.evaluate(async (most) => {
    for (;;) {
      const ending = document
        .getAnimations()
        .filter(({ playState }) => playState === 'running')
        .filter(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0) <= most)
      if (ending.length === 0) return
      await Promise.allSettled(ending.map(({ finished }) => finished))
    }
  }, shortMs)
