import { randomBytes } from 'node:crypto'
import { matchIdSchema } from '@minefall/shared/game'
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from '@playwright/test'
import { signInByCode } from './accounts.ts'
import { board, expect, openable, phone, result } from './browser.ts'
import { connectPlayer, hasEnded } from './player.ts'
import { browserWith } from './signed-in.ts'

/** Many boards are drawn in software: small ones that are paused. */
const calmPhone: BrowserContextOptions = { ...phone, deviceScaleFactor: 1 }

/** An account that is signed in in its own browser. */
export type Rival = { playerId: string; context: BrowserContext; page: Page }

/** Registers someone new, who has their own browser, a phone if not said; what its page complains about goes to `problems`. */
export const newRival = async (
  browser: Browser,
  url: string,
  problems: string[],
  device: BrowserContextOptions = calmPhone,
): Promise<Rival> => {
  const [contact, deviceId] = [
    `${randomBytes(6).toString('hex')}@home.example`,
    randomBytes(16).toString('hex'),
  ]
  const user = await signInByCode(url, { contact, deviceId })
  const kept = { device_id: deviceId, auth_token: user.token, user_info: JSON.stringify(user) }
  const context = await browserWith(browser, url, kept, device)
  const page = await context.newPage()
  page.on('pageerror', (error) => problems.push(String(error)))
  return { playerId: user.id, context, page }
}

/** What one owns, as the header of every page but the match's says it; it is the way to the wallet. */
export const headerBalance = (page: Page): Locator => page.getByRole('link', { name: /^Your wallet:/ })

/** Waits until the header says that this much can be staked. */
export const expectHeader = (page: Page, amount: number, coins: string): Promise<void> => {
  const said = `${amount.toLocaleString('en-US')} ${coins}`
  return expect(headerBalance(page)).toHaveAccessibleName(new RegExp(`[^\\d,]${said}`))
}

/** Chooses what to play for at the door of a table, and sits down there. */
export const sitDown = async (page: Page, url: string, table: string, stake: string, coins: string) => {
  const asset = coins === 'bonus coins' ? 'promo' : 'coin'
  await page.goto(`${url}/game/${table}?stake=${stake}&asset=${asset}`)
  await page.getByRole('button', { name: `Join for ${stake} ${coins}` }).click()
  await expect(board(page)).toBeVisible()
}

/**
 * Makes the moves of all, each on the page of the player whose turn it is, until the result is shown to everyone. Pages are in
 * the order of their seats; whose turn it is is reported by a watcher without a browser.
 */
export const playOut = async (url: string, pages: readonly Page[]): Promise<void> => {
  const matchId = matchIdSchema.parse(new URL(pages[0]?.url() ?? '').searchParams.get('match'))
  const watcher = await connectPlayer(url)
  await watcher.follow(matchId)
  for (;;) {
    const state = await watcher.until((known) => hasEnded(known) || known.turn !== null)
    const { turn } = state
    const page = pages[turn?.seat ?? -1]
    if (hasEnded(state) || !turn || !page) break
    await openable(page).first().click()
    await watcher.until((known) => hasEnded(known) || known.turn?.turn !== turn.turn)
  }
  watcher.leave()
  for (const page of pages) await expect(result(page)).toBeVisible()
}

/** One row of the result dialog: what stands beside a term. */
export const resultRow = (page: Page, term: string): Locator =>
  result(page)
    .locator('dl > div')
    .filter({ has: page.getByText(term, { exact: true }) })
    .locator('dd')
