import { randomBytes } from 'node:crypto'
import { signInByCode } from '../harness/accounts.ts'
import { expect, goWithin, test } from '../harness/browser.ts'
import { connectPlayer } from '../harness/player.ts'
import { signInPage } from '../harness/signed-in.ts'

const hex = (bytes: number) => randomBytes(bytes).toString('hex')

/** A new account with its welcome gift, and a player of it beside the page. */
const account = async (url: string) => {
  const { token } = await signInByCode(url, { contact: `${hex(6)}@home.example`, deviceId: hex(16) })
  return { token, player: await connectPlayer(url, hex(16), new Map(), token) }
}

test('the wallet shows every coin while a match is played', async ({ page, server, problems }) => {
  const [anna, ben] = await Promise.all([account(server.url), account(server.url)])
  await signInPage(page, server.url, anna.token)
  await page.goto(`${server.url}/games`)
  const inHeader = page.getByRole('link', { name: /^Your wallet/ })
  await expect(inHeader).toHaveAccessibleName(/ 0 coins.* 1,000 bonus coins/)
  await inHeader.focus()
  await page.keyboard.press('Enter')
  const wallet = page.getByRole('dialog', { name: 'Wallet' })
  const bonus = wallet.getByRole('region', { name: 'Bonus coins' })
  const newest = wallet.getByRole('listitem').first()
  await expect(page).toHaveURL(/\?modal=wallet$/)
  await expect(newest).toContainText('Welcome gift')
  await expect(newest).toContainText('+1,000')

  const matchId = await anna.player.join('mines-duel', '1000', 'promo')
  await expect(bonus).toContainText('1,000 more held for your seat')
  await ben.player.join('mines-duel', '1000', 'promo')
  await expect(newest.getByRole('link', { name: /Stake.*Duel.*−1,000 bonus coins.*Balance 0/ })).toBeVisible()
  await expect(bonus).not.toContainText('held')
  await ben.player.ask('match.leave', { commandId: hex(16), matchId })
  const payout = newest.getByRole('link', { name: /Payout.*Duel.*\+2,000 bonus coins.*Balance 2,000/ })
  await expect(payout).toHaveAttribute('href', `/game/mines-duel?match=${matchId}&ply=0`)
  await expect(bonus).toContainText('2,000')

  // At twice the text size, what moved stands below what it was for.
  const setTextSize = (size: string) =>
    page.evaluate((to) => document.documentElement.style.setProperty('font-size', to), size)
  await setTextSize('200%')
  const overlap = newest.evaluate((row) => {
    const [words, sum] = [row.querySelector('small'), [...row.querySelectorAll('small')].at(-1)]
    return Number(words?.getBoundingClientRect().bottom) - Number(sum?.getBoundingClientRect().top)
  })
  expect(await overlap).toBeLessThanOrEqual(0)
  await setTextSize('')

  await wallet.getByRole('combobox', { name: 'Show' }).selectOption('Coins')
  await expect(wallet.getByText('Nothing here yet')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(wallet).toBeHidden()
  await expect(inHeader).toHaveAccessibleName(/ 0 coins.* 2,000 bonus coins/)
  const news = page.getByRole('status').filter({ hasText: 'You have 0 coins and 2,000 bonus coins' })
  await expect(news).toHaveCount(1)
  await goWithin(page, '/?modal=activities')
  await setTextSize('200%')
  const purse = page.getByText('Your bonus coins').locator('..')
  const beyond = purse.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
  expect(await beyond).toBe(0)
  for (const { player } of [anna, ben]) player.leave()
  expect(problems).toEqual([])
})
