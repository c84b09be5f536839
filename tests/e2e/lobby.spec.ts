import { randomBytes } from 'node:crypto'
import { chooseTile } from '@minefall/shared/game'
import type { Locator, Page } from '@playwright/test'
import { signInByCode } from '../harness/accounts.ts'
import { expectNoAxeViolations } from '../harness/axe.ts'
import { board, expect, result as resultOf, test } from '../harness/browser.ts'
import { pageSettings } from '../harness/page-settings.ts'
import { hasEnded, type Player } from '../harness/player.ts'
import { longTurns, type Server, startServer } from '../harness/server.ts'

const hex = (bytes: number) => randomBytes(bytes).toString('hex')
const queue = ['mines-duel', '10', 'promo'] as const

// No one else plays on it, and nothing was played on it before the first test.
let server: Server
test.describe.configure({ mode: 'default' })
test.beforeAll(async () => {
  server = await startServer(await pageSettings(), longTurns)
})
test.afterAll(() => server.remove())

/** The token of a new account. */
const newToken = async (): Promise<string> =>
  (await signInByCode(server.url, { contact: `${hex(6)}@home.example`, deviceId: hex(16) })).token

const section = (page: Page, name: string): Locator => page.getByRole('region', { name })
const place = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })
/** Chooses a filter of the tables: it is shown once the address has it. */
const choose = async (page: Page, group: string, option: string) => {
  const filter = page
    .getByRole('search')
    .getByRole('group', { name: group })
    .getByRole('radio', { name: option, exact: true })
  await filter.click()
  await expect(filter).toBeChecked()
}

test('players, seats, waits, live matches and wins follow one match as it is played', async ({
  page,
  playerOf,
  problems,
}) => {
  const { url } = server
  await page.goto(url)
  await expect(page.getByText('No one is playing right now')).toBeVisible()
  await expect(page.getByText('No wins yet')).toBeVisible()

  await place(page, 'Games').click()
  await choose(page, 'Stake', 'Coins')
  await choose(page, 'Seats', '2')
  await expect(page).toHaveURL(`${url}/games?price=coins&seats=two`)
  await page.reload()
  await expect(page.getByText('2 tables', { exact: true })).toBeVisible()
  const duel = page.getByRole('listitem', { name: 'Duel', exact: true })
  const live = section(page, 'Live matches')
  await expect(duel).toContainText('No one playing')
  await expect(duel).toContainText('No wait data yet')
  await expect(duel).toContainText('All seats open')
  await expect(live).toContainText('No matches in progress')

  await duel.getByRole('button', { name: 'Rules of Duel' }).click()
  const rules = page.getByRole('dialog', { name: 'Duel rules' })
  await expect(rules.getByText('Hit a mine and you’re out at once.')).toBeVisible()
  await rules.getByRole('button', { name: 'Got it' }).click()

  const [one, two] = [await playerOf(url, await newToken()), await playerOf(url, await newToken())]
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
  await choose(page, 'Stake', 'Free')
  await choose(page, 'Seats', 'Any')
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

test('the best live match is on TV in place of the demo, and is watched from there to its verified end', async ({
  page,
  playerOf,
  problems,
}) => {
  const { url } = server
  await page.goto(url)
  const demo = page.getByRole('button', { name: /^(Pause|Play) demo$/ })
  const tv = page.getByRole('figure', { name: 'Live match: Clues' })
  await expect(demo).toBeVisible()

  const clued = ['mines-clues', '10', 'promo'] as const
  const seated: Player[] = []
  for (let seats = 0; seats < 4; seats += 1) seated.push(await playerOf(url, await newToken()))
  const [first] = seated
  if (!first) throw new Error('no one sits')
  const matchId = await first.join(...clued)
  for (const player of seated.slice(1)) await player.join(...clued)
  await expect(tv).toContainText('is choosing')
  await expect(demo).toBeHidden()
  await expectNoAxeViolations(page)
  // A picture comes with each move, and has the count of then, which is taken every two seconds.
  const watching = async () => {
    const { data } = await first.ask('clock.ping', { sentAt: Date.now(), seen: { matchId, seq: 1 } })
    return data?.match?.watchers
  }
  await expect.poll(watching).toBe(1)
  const { turn } = await first.until((state) => state.turn !== null)
  const mover = seated.find((player) => player.seat() === turn?.seat) ?? first
  await mover.open(chooseTile(await mover.until((state) => state.turn !== null), Math.random, 'skilled'))
  await expect(tv).toContainText(/ (opened|hit a mine)/)
  await expect(tv).toContainText('1 watching')
  await tv.getByRole('button', { name: 'Pause live match' }).click()
  await tv.getByRole('button', { name: 'Resume live match' }).click()

  await tv.getByRole('link', { name: /^Watch Clues: / }).click()
  await expect(page).toHaveURL(`${url}/game/mines-clues?match=${matchId}`)
  await expect(page.getByText('You’re watching this match.')).toBeVisible()
  await expect(page.getByText('1 watching', { exact: true }).filter({ visible: true })).toBeVisible()
  for (const player of seated) await player.ask('match.leave', { commandId: hex(16), matchId })
  await expect(resultOf(page).getByText('Board verified')).toBeVisible()
  await page.goto(url)
  await expect(demo).toBeVisible()
  expect(problems).toEqual([])
})

/** The database refuses the next decision of this match, permanently, and none after it. */
const refuseNext = (matchId: string) =>
  server.change(async (db) => {
    await db.query('create sequence refusals')
    await db.query(`
      create function refuse_decision() returns trigger language plpgsql as $$
      begin
        if new.match_id = '${matchId}' and nextval('refusals') = 1 then
          raise exception 'refused by the test' using errcode = 'check_violation';
        end if;
        return new;
      end $$`)
    await db.query(
      'create trigger refuses before insert on match_decision for each row execute function refuse_decision()',
    )
  })

/** Keeps what the match on TV says, from the page's first script on: an end is shown for a few seconds. */
const listenToTv = () => {
  globalThis.said = []
  new MutationObserver(() => {
    const text = document.querySelector('figure[aria-label="Live match: Clues"]')?.textContent
    if (text && text !== globalThis.said.at(-1)) globalThis.said.push(text)
  }).observe(document, { childList: true, characterData: true, subtree: true })
}

test('TV goes over to the next match when one ends, and to the demo when a fault stops that one', async ({
  page,
  playerOf,
  problems,
}) => {
  const { url } = server
  await page.addInitScript(listenToTv)
  await page.goto(url)
  const expectSaid = (text: string) =>
    expect.poll(() => page.evaluate(() => globalThis.said)).toContainEqual(expect.stringContaining(text))
  const clued = ['mines-clues', '10', 'promo'] as const
  const sitDown = async () => {
    const players: Player[] = []
    for (let seat = 0; seat < 4; seat += 1) players.push(await playerOf(url, await newToken()))
    const [first] = players
    if (!first) throw new Error('no one sits')
    const matchId = await first.join(...clued)
    for (const player of players.slice(1)) await player.join(...clued)
    const { table, turn } = await first.until((state) => state.turn !== null)
    return { players, matchId, names: table.map((seat) => seat?.player.name ?? ''), turn }
  }
  const one = await sitDown()
  const tv = page.getByRole('figure', { name: 'Live match: Clues' })
  const watch = tv.getByRole('link', { name: /^Watch Clues: / })
  for (const name of one.names) await expect(watch).toHaveAccessibleName(new RegExp(name))
  const other = await sitDown()

  const [winner, ...losers] = one.players
  for (const player of losers) await player.ask('match.leave', { commandId: hex(16), matchId: one.matchId })
  await expectSaid(`${one.names[winner?.seat() ?? -1]} takes the pot`)
  for (const name of other.names) await expect(watch).toHaveAccessibleName(new RegExp(name))
  await expect(tv).toContainText('is choosing')

  await refuseNext(other.matchId)
  const mover = other.players.find((player) => player.seat() === other.turn?.seat)
  await mover?.ask('match.leave', { commandId: hex(16), matchId: other.matchId })
  await expectSaid('Match canceled')
  await expect(page.getByRole('button', { name: /^(Pause|Play) demo$/ })).toBeVisible()
  await expect(tv).toHaveCount(0)
  expect(problems).toEqual([])
})
