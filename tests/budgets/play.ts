import type { Browser, Page } from '@playwright/test'
import { coldPage } from './home.ts'

/** Against hanging, in milliseconds: a match of quick practice opponents takes half a minute. */
const matchMs = 240_000
/** A tile that can't be pressed for so long, in milliseconds, is nobody's any more: the clock has chosen one. */
const pressMs = 3_000

const timerOf = (page: Page) => page.getByRole('timer').filter({ hasText: 'Your turn' })
const resultOf = (page: Page) =>
  page.getByRole('dialog', { name: /You win|Out in|share the pot|Match canceled|Match over/ })

/** Opens a tile whenever it is one's turn, until the result is shown. */
const playToTheEnd = async (page: Page) => {
  const mine = timerOf(page)
  const result = resultOf(page)
  const tile = page.locator('[role=gridcell]:not([aria-disabled=true])[aria-label$=", closed"]').last()
  for (;;) {
    await mine.or(result).first().waitFor({ timeout: matchMs })
    if (await result.isVisible()) return
    const isPressed = await tile.click({ timeout: pressMs }).then(
      () => true,
      () => false,
    )
    if (isPressed) await mine.waitFor({ state: 'detached', timeout: matchMs })
  }
}

/**
 * Plays a trial match in a page with a processor `slowdown` times slower; resolves with what its main thread did in one
 * piece for 50 ms or more, in milliseconds, from the player's first turn to the result.
 */
export const longTasksOfMatch = async (
  browser: Browser,
  url: string,
  slowdown: number,
): Promise<number[]> => {
  const { page, close } = await coldPage(browser, slowdown)
  await page.goto(url)
  await page.getByRole('link', { name: 'Play a trial' }).first().click()
  await timerOf(page).or(resultOf(page)).first().waitFor({ timeout: matchMs })
  await page.evaluate(() => {
    globalThis.seen.tasks.length = 0
  })
  await playToTheEnd(page)
  const { tasks } = await page.evaluate(() => globalThis.seen)
  await close()
  return tasks
}
