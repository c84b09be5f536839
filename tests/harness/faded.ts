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

/** What moves on the page once it has faded in. For those who ask for less motion that is nothing but spinners. */
export const movingParts = async (page: Page): Promise<string[]> => {
  await untilFaded(page)
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map(({ effect }) => (effect instanceof KeyframeEffect && effect.target?.outerHTML) || 'unknown'),
  )
}

/** Waits until the page has drawn so many frames. */
export const framesPass = (page: Page, count: number): Promise<void> =>
  page.evaluate(
    (left) =>
      new Promise<void>((resolve) => {
        const next = () => {
          left -= 1
          if (left > 0) requestAnimationFrame(next)
          else resolve()
        }
        requestAnimationFrame(next)
      }),
    count,
  )
