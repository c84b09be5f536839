import { type BrowserContextOptions, test as base, expect, type Locator, type Page } from '@playwright/test'
import { longTurns, type Server, startServer } from './server.ts'
import { quick } from './settings.ts'

export const phone: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
}

/** `server` is one running program for all tests of a worker that do not harm it. */
export const test = base.extend<{ problems: string[] }, { server: Server }>({
  server: [
    async ({ browserName: _ }, use) => {
      const server = await startServer(quick, longTurns)
      await use(server)
      await server.remove()
    },
    { scope: 'worker' },
  ],
  /** What the page complained about; every test ends with it empty. */
  problems: [
    async ({ page }, use) => {
      const problems: string[] = []
      page.on('pageerror', (error) => problems.push(String(error)))
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
      await use(problems)
    },
    { auto: true },
  ],
})

declare global {
  /** What a page's live regions said, in order. */
  var said: string[]
  /** How many animation frames a page asked for. */
  var framesAsked: number
}

export { expect }

export const board = (page: Page): Locator => page.getByRole('grid')
/** The dialog that tells how the match ended. */
export const result = (page: Page): Locator =>
  page.getByRole('dialog', { name: /You win|Out in|share the pot|Match void|is over/ })

/** From Home into a trial match, in one tap. */
export const playTrial = async (page: Page, url: string) => {
  await page.goto(url)
  await page
    .getByRole('link', { name: 'Play a trial' })
    .or(page.getByRole('button', { name: 'Play a trial' }))
    .first()
    .click()
  await expect(board(page)).toBeVisible()
}

export const turnTimer = (page: Page): Locator => page.getByRole('timer').filter({ hasText: 'Your turn' })

/** Waits until the player may open a tile; answers false when the match ended instead. */
export const myTurn = async (page: Page): Promise<boolean> => {
  await expect(turnTimer(page).or(result(page)).first()).toBeVisible({ timeout: 60_000 })
  return !(await result(page).isVisible())
}

/** Cells of the present board that are closed and may be opened now. */
export const openable = (page: Page): Locator =>
  page
    .locator('[role=gridcell]:not([aria-disabled=true])')
    .and(page.getByRole('gridcell', { name: /, closed$/ }))

/** Presses the first tile that may be opened, and waits until it is open; nothing when the match ends meanwhile. */
export const openATile = async (page: Page) => {
  const cell = openable(page).first()
  await expect(cell.or(result(page)).first()).toBeVisible({ timeout: 90_000 })
  if (await result(page).isVisible()) return
  const name = (await cell.getAttribute('aria-label')) ?? ''
  await cell.click()
  await expect(page.getByRole('gridcell', { name, exact: true })).toHaveCount(0)
}

/** Opens tiles whenever it is the player's turn, until the result is shown. */
export const playToTheEnd = async (page: Page, press: (page: Page) => Promise<void> = openATile) => {
  while (await myTurn(page)) {
    // A quick table may come round to us again before the page is looked at: the turn's number tells.
    const turn = (await page.getByText(/· Turn \d+/).textContent()) ?? ''
    await press(page)
    await expect(async () => {
      const same = await page.getByText(turn, { exact: true }).isVisible()
      expect(!same || (await result(page).isVisible())).toBe(true)
    }).toPass({ timeout: 60_000 })
  }
}
