import { randomBytes } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { signInByCode } from '../harness/accounts.ts'
import { expectNoAxeViolations } from '../harness/axe.ts'
import { board, expect, test } from '../harness/browser.ts'
import { connectPlayer, hasEnded, type Player } from '../harness/player.ts'

const hex = (bytes: number) => randomBytes(bytes).toString('hex')
const queue = ['mines-duel', '10', 'promo'] as const

const players: Player[] = []
test.afterEach(() => {
  for (const player of players.splice(0)) player.leave()
})

const newPlayer = async (url: string): Promise<Player> => {
  const deviceId = hex(16)
  const { token } = await signInByCode(url, { contact: `${hex(6)}@home.example`, deviceId })
  const player = await connectPlayer(url, deviceId, new Map(), token)
  players.push(player)
  return player
}

const section = (page: Page, name: string): Locator => page.getByRole('region', { name })
const place = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })
const filter = (page: Page, group: string, option: string): Locator =>
  page
    .getByRole('search')
    .getByRole('group', { name: group })
    .getByRole('radio', { name: option, exact: true })

test('players, seats, waits, live matches and wins follow one match as it is played', async ({
  page,
  ownServer,
  problems,
}) => {
  const { url } = await ownServer({})
  await page.goto(url)
  await expect(page.getByText('No one is playing right now')).toBeVisible()
  await expect(page.getByText('No wins yet')).toBeVisible()

  await place(page, 'Games').click()
  await filter(page, 'Stake', 'Coins').check()
  await filter(page, 'Seats', '2').check()
  await expect(page).toHaveURL(`${url}/games?price=coins&seats=two`)
  await page.reload()
  await expect(page.getByText('1 table', { exact: true })).toBeVisible()
  const duel = page.getByRole('listitem', { name: 'Duel' })
  const live = section(page, 'Live matches')
  await expect(duel).toContainText('No one playing')
  await expect(duel).toContainText('No wait data yet')
  await expect(duel).toContainText('All seats open')
  await expect(live).toContainText('No matches in progress')

  await duel.getByRole('button', { name: 'Rules of Duel' }).click()
  const rules = page.getByRole('dialog', { name: 'Duel rules' })
  await expect(rules.getByText('Hit a mine and you’re out at once.')).toBeVisible()
  await rules.getByRole('button', { name: 'Got it' }).click()

  const [one, two] = [await newPlayer(url), await newPlayer(url)]
  const matchId = await one.join(...queue)
  // Seats that fill for bonus coins are none of those for coins.
  await duel.getByRole('radio', { name: 'Bonus' }).check()
  await expect(duel).toContainText('1 of 2 seats taken')
  await duel.getByRole('radio', { name: 'Coins', exact: true }).check()
  await expect(duel).toContainText('All seats open')

  await two.join(...queue)
  await one.until(({ phase }) => phase === 'playing')
  await expect(duel).toContainText('2 playing')
  await expect(duel).toContainText(/Average wait: \d/)
  await expect(live).toContainText('2 of 2 still in')
  await expectNoAxeViolations(page)
  await filter(page, 'Stake', 'Free').check()
  await filter(page, 'Seats', 'Any').check()
  await expect(live).toContainText('No matches in progress')
  await page.goBack()
  await expect(page.getByText('2 playing now')).toBeVisible()

  await place(page, 'Games').click()
  await live.getByRole('link', { name: /^Watch Duel:/ }).click()
  await expect(page).toHaveURL(`${url}/game/mines-duel?match=${matchId}`)
  await expect(board(page)).toBeVisible()
  await expect(page.getByText('You’re watching this match.')).toBeVisible()

  await two.ask('match.leave', { commandId: hex(16), matchId })
  const { table, result } = await one.until(hasEnded)
  const winner = table[result?.payouts[0]?.seat ?? -1]?.player.name ?? ''
  await page.goto(url)
  await expect(page.getByText('No one is playing right now')).toBeVisible()
  await expect(section(page, 'Recent wins')).toContainText(winner)
  await expect(section(page, 'Recent wins')).toContainText('20 bonus coins')
  expect(problems).toEqual([])
})
