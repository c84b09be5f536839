import type { Browser, Page } from '@playwright/test'
import { coldPage } from './home.ts'

/** Against hanging: a match with practice opponents at their usual pace takes a minute or two. */
const matchMs = 300_000

const timerOf = (page: Page) => page.getByRole('timer').filter({ hasText: 'Your turn' })
const resultOf = (page: Page) =>
  page.getByRole('dialog', { name: /You win|Out in|share the pot|Match void|is over/ })

/** Opens a tile whenever it is one's turn, until the result is shown. */
const playToTheEnd = async (page: Page) => {
  const mine = timerOf(page)
  const result = resultOf(page)
  for (;;) {
    await mine.or(result).first().waitFor({ timeout: matchMs })
    if (await result.isVisible()) return
    const tile = page.locator('[role=gridcell]:not([aria-disabled=true])[aria-label$=", closed"]')
    await tile.last().click({ timeout: matchMs })
    await mine.waitFor({ state: 'detached', timeout: matchMs })
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
