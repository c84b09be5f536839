import { fund } from '@minefall/platform/testing-fund'
import type { Page } from '@playwright/test'
import { manyFromOneAddress } from '../harness/accounts.ts'
import {
  expectHeader,
  headerBalance,
  newRival,
  playOut,
  type Rival,
  resultRow,
  sitDown,
} from '../harness/battle-pages.ts'
import { expect, result, test } from '../harness/browser.ts'
import { patient } from '../harness/settings.ts'

/** A match that is paused for this long is voided when the server is back, in milliseconds. */
const interruptedMs = 1_000

const stake = 100
const pot = 500
const owned = 1_000

/** Keeps what the screen shows, for anyone who wants to look. */
const shoot = (page: Page, name: string) =>
  page.screenshot({ path: `tests/output/screens/battle-${name}.png` })

const text = (amount: number) => amount.toLocaleString('en-US')

type Line = { kind: string; amount: string; after: number }

/** The wallet says what is owned, and the newest lines of its statement how that came about. */
const expectStatement = async (page: Page, coins: string, lines: readonly Line[]) => {
  await headerBalance(page).click()
  const wallet = page.getByRole('dialog', { name: 'Wallet' })
  const rows = wallet.getByRole('region', { name: 'Statement' }).getByRole('listitem')
  for (const [index, { kind, amount, after }] of lines.entries()) {
    const row = rows.nth(index)
    await expect(row).toContainText(kind)
    await expect(row).toContainText('Classic')
    await expect(row).toContainText(`${amount} ${coins}`)
    await expect(row).toContainText(`Balance ${text(after)}`)
  }
  const purse = wallet.getByRole('region', {
    name: coins === 'coins' ? 'Coins' : 'Bonus coins Test money',
    exact: true,
  })
  await expect(purse).toContainText(`${text(lines[0]?.after ?? 0)} ${coins}`)
  await shoot(page, `statement-${coins}`)
  await wallet.getByRole('button', { name: 'Close' }).click()
}

/** The newest match of the history, and what it changed. */
const expectHistory = async (page: Page, url: string, outcome: RegExp, net: string) => {
  await page.goto(`${url}/?modal=history`)
  const row = page.getByRole('dialog', { name: 'Game history' }).getByRole('listitem').first()
  await expect(row).toContainText('Classic')
  await expect(row).toContainText(outcome)
  await expect(row).toContainText(net)
  await shoot(page, `history-${net}`)
}

/** Everyone sits down; who sees it has nothing but the stake set aside, and then in the pot. */
const beginMatch = async (rivals: readonly Rival[], url: string, coins: string) => {
  for (const { page } of rivals) await sitDown(page, url, 'mines-classic', String(stake), coins)
  for (const { page } of rivals) {
    await expect(page.getByText(/· Turn 1$/)).toBeVisible()
    await expect(page.getByText(`Pot: ${coins}`).locator('..')).toContainText(text(pot))
  }
}

/**
 * One match to its end: what every screen says of the pot, the result, the balance, the statement and the history.
 * Resolves with what each has left.
 */
const playMatch = async (rivals: readonly Rival[], url: string, coins: string): Promise<number[]> => {
  const pages = rivals.map(({ page }) => page)
  await beginMatch(rivals, url, coins)
  for (const [index, page] of pages.entries()) await shoot(page, `playing-${coins}-${index}`)
  await playOut(url, pages)
  const balances: number[] = []
  for (const [index, page] of pages.entries()) {
    await expect(result(page).getByText('Board verified')).toBeVisible()
    await shoot(page, `result-${coins}-${index}`)
    const hasWon = await result(page).getByRole('heading', { name: 'You win' }).isVisible()
    const left = hasWon ? owned - stake + pot : owned - stake
    balances.push(left)
    const staked = { kind: 'Stake', amount: `−${stake}`, after: owned - stake }
    if (hasWon) {
      await expect(result(page)).toContainText(`+${pot - stake}`)
      await expect(resultRow(page, 'Pot')).toContainText(`${pot} ${coins}`)
      await expect(resultRow(page, 'Your stake')).toContainText(`${stake} ${coins}`)
    } else {
      await expect(result(page)).toContainText(`takes the pot of ${pot} ${coins}`)
      await expect(resultRow(page, 'You')).toContainText(`−${stake} ${coins}`)
    }
    await result(page).getByRole('button', { name: 'Leave' }).click()
    await expectHeader(page, left, coins)
    await expectStatement(
      page,
      coins,
      hasWon ? [{ kind: 'Payout', amount: `+${pot}`, after: left }, staked] : [staked],
    )
    const net = hasWon ? `+${pot - stake} ${coins}` : `−${stake} ${coins}`
    await expectHistory(page, url, hasWon ? /Won/ : /Out in \d\w\w place/, net)
  }
  expect(balances.reduce((sum, left) => sum + left, 0)).toBe(owned * rivals.length)
  return balances
}

test('five signed-in players play for coins, for bonus coins, and are refunded before their eyes', async ({
  browser,
  ownServer,
}) => {
  const server = await ownServer({
    ...patient,
    ...manyFromOneAddress,
    WELCOME_COINS: '0',
    INTERRUPTED_MS: String(interruptedMs),
  })
  const problems: string[] = []
  const rivals: Rival[] = []
  for (let count = 0; count < 5; count += 1) rivals.push(await newRival(browser, server.url, problems))
  await server.change(async (db) => {
    for (const { playerId } of rivals)
      for (const asset of ['coin', 'promo'] as const) await fund(db, playerId, asset, BigInt(owned))
  })

  const balances = await playMatch(rivals, server.url, 'coins')
  await playMatch(rivals, server.url, 'bonus coins')

  // Beside the match, in another tab of each, a page with the balance in its header.
  const tabs: { page: Page; balance: number }[] = []
  for (const [index, { context }] of rivals.entries()) {
    const tab = { page: await context.newPage(), balance: balances[index] ?? 0 }
    await tab.page.goto(`${server.url}/games`)
    await expectHeader(tab.page, tab.balance, 'coins')
    tabs.push(tab)
  }
  await beginMatch(rivals, server.url, 'coins')
  for (const { page, balance } of tabs) await expectHeader(page, balance - stake, 'coins')
  await server.kill()
  const killedAt = Date.now()
  await expect.poll(() => Date.now() - killedAt).toBeGreaterThan(2 * interruptedMs)
  await server.start()
  for (const [index, { page }] of rivals.entries()) {
    await expect(result(page)).toContainText('Match canceled')
    await expect(result(page)).toContainText('We had to stop the match.')
    await expect(result(page)).toContainText(`Your stake of ${stake} coins was returned.`)
    await expect(result(page)).toHaveCSS('opacity', '1')
    await shoot(page, `void-${index}`)
  }
  for (const [index, { page, balance }] of tabs.entries()) {
    await expectHeader(page, balance, 'coins')
    await shoot(page, `void-tab-${index}`)
  }
  expect(problems).toEqual([])
  for (const { context } of rivals) await context.close()
})
