import { randomBytes } from 'node:crypto'
import type { Sql } from '@minefall/platform'
import { chooseTile, type MatchState } from '@minefall/shared/game'
import type { Page } from '@playwright/test'
import { bearer, posted, signInByCode } from '../harness/accounts.ts'
import { expectNoAxeViolations } from '../harness/axe.ts'
import { newRival } from '../harness/battle-pages.ts'
import { board, expect, listenToStory, playToTheEnd, result, test } from '../harness/browser.ts'
import { closedTiles, connectPlayer, hasEnded, type Player } from '../harness/player.ts'
import { addStrangers } from '../harness/strangers.ts'

const hex = (bytes: number) => randomBytes(bytes).toString('hex')

/** No practice opponent takes a seat that someone here is about to take. */
const noPractice = { PRACTICE_FILL_MS: '600000' }

const guests = (url: string, count: number): Promise<Player[]> =>
  Promise.all(Array.from({ length: count }, () => connectPlayer(url)))

const skilled = (state: MatchState) => chooseTile(state, Math.random, 'skilled')

/** Moves whenever it is the player's turn, each time once `ready` says so. Resolves with how the match ended. */
const play = async (
  player: Player,
  choose: (state: MatchState) => number,
  ready: (state: MatchState) => Promise<unknown> = async () => undefined,
): Promise<MatchState> => {
  for (;;) {
    const state = await player.until((s) => hasEnded(s) || s.turn?.seat === player.seat())
    if (hasEnded(state)) return state
    await ready(state)
    await player.open(choose(state))
    await player.until((s) => hasEnded(s) || s.turn?.turn !== state.turn?.turn)
  }
}

test('a next board is announced with its mines and openers, to the eye and to the ear', async ({
  page,
  ownServer,
  problems,
}) => {
  const { url } = await ownServer(noPractice)
  await page.addInitScript(listenToStory)
  const banner = page.locator('[data-next-board]')
  for (;;) {
    const players = await guests(url, 5)
    const [first, ...others] = players
    if (!first) throw new Error('no one plays')
    const matchId = await first.join('mines-trial', '100', 'trial')
    for (const other of others) await other.join('mines-trial', '100', 'trial')
    await page.goto(`${url}/game/mines-trial?match=${matchId}`)
    await expect(board(page).getByRole('gridcell', { name: /, opened by the house$/ })).toHaveCount(5)
    let seen = () => {}
    const announced = new Promise<void>((resolve) => {
      seen = resolve
    })
    const over = Promise.all(
      players.map((player) => play(player, skilled, async (s) => (s.board?.board ? announced : undefined))),
    )
    const state = await first.until((s) => hasEnded(s) || (s.board?.board ?? 0) > 0)
    const isNext = state.board?.board === 1
    if (isNext) {
      await expect(banner).toHaveText('Board 213 mines · 4 tiles opened by the house')
      await expect(board(page).getByRole('gridcell', { name: /, opened by the house$/ })).toHaveCount(4)
    }
    seen()
    await over
    for (const player of players) player.leave()
    if (!isNext) continue
    const ending = page.getByRole('dialog', { name: / wins$/ })
    await expect(ending).toContainText('Pot')
    await expect(ending).not.toContainText('Your stake')
    const story = (await page.evaluate(() => globalThis.said)).join('\n')
    expect(story).toMatch(
      /Board 2 starts with 13 mines\.\s+Opened by the house \(mines near\): [A-F][1-6] \(\d\), [A-F]/,
    )
    break
  }
  expect(problems).toEqual([])
})

/** Takes a seat at a trial on the page, with four guests beside it. */
const sitAmong = async (page: Page, url: string): Promise<Player[]> => {
  await page.goto(url)
  await page.getByRole('link', { name: 'Play a trial' }).first().click()
  await expect(page.getByText(/^Waiting for \d player/).first()).toBeVisible()
  const others = await guests(url, 4)
  for (const other of others) await other.join('mines-trial', '100', 'trial')
  await expect(board(page)).toBeVisible()
  return others
}

const offer = (page: Page) => result(page).getByRole('button', { name: 'One-minute lesson' })

/** Loses a trial on the page: the others know the odds, and it opens the first tile. */
const lose = async (page: Page, url: string) => {
  for (;;) {
    const others = await sitAmong(page, url)
    const over = Promise.all(others.map((other) => play(other, skilled)))
    await playToTheEnd(page)
    await over
    for (const other of others) other.leave()
    if (await page.getByRole('dialog', { name: /^Out in/ }).isVisible()) return
  }
}

test('the lesson is offered after the first lost match, not to those who won, and never again', async ({
  page,
  ownServer,
  problems,
}) => {
  const { url } = await ownServer(noPractice)
  const offeredAt = () => page.evaluate(() => localStorage.getItem('lesson_offered'))
  const others = await sitAmong(page, url)
  for (const other of others) {
    const { matchId } = await other.until(({ phase }) => phase === 'playing')
    await other.ask('match.leave', { commandId: hex(16), matchId })
    other.leave()
  }
  await expect(page.getByRole('dialog', { name: 'You win' })).toBeVisible()
  await expect(offer(page)).toHaveCount(0)
  expect(await offeredAt()).toBeNull()

  await lose(page, url)
  await expect(offer(page)).toBeVisible()
  const first = await offeredAt()
  expect(page.url()).toContain(first ?? 'no match')
  // Looked at and left: it was offered, and is not offered after the next one.
  await offer(page).press('Enter')
  const lesson = page.getByRole('dialog', { name: 'One-minute lesson' })
  await lesson.getByRole('button', { name: 'End lesson' }).press('Enter')
  await expect(lesson).toHaveCount(0)
  await lose(page, url)
  await expect(result(page).getByText('Board verified')).toBeVisible()
  await expect(offer(page)).toHaveCount(0)
  expect(await offeredAt()).toBe(first)
  expect(problems).toEqual([])
})

/** Thirty rated matches of these accounts with twenty strangers, and twenty judged ones of each, later ones the better. */
const giveStanding = async (db: Sql, ids: readonly string[], matchId: string) => {
  await db.query(
    `insert into rated_seat (player_id, nth, match_id, ended_at, place, mu_before, sigma_before, mu, sigma)
     select id, 1000 + n, $2, now(), 1, 1500, 250, 1500, 120 from unnest($1::uuid[]) as id, generate_series(1, 30) as n`,
    [[...ids, ...(await addStrangers(db, 20))], matchId],
  )
  await db.query(
    `insert into rating (player_id, mu, sigma, matches, best, rated_at)
     select id, 1500 + 100 * nth, 120, 30, 1500 + 100 * nth, now() from unnest($1::uuid[]) with ordinality as a (id, nth)`,
    [ids],
  )
  await db.query(
    `insert into seat_skill (player_id, ended_at, match_id, seat, game_id, asset, moves, choices, accuracy, survived,
       expected, variance, exact)
     select id, now() - n * interval '1 hour', $2, 0, 'mines-clues', 'promo', 5, 5, 100 - 3.5 * nth, 5, 5, 0, true
     from unnest($1::uuid[]) with ordinality as a (id, nth), generate_series(1, 20) as n`,
    [ids, matchId],
  )
  await db.query('insert into public_profile (player_id) select unnest($1::uuid[])', [ids])
}

test('players are listed by rating and by the accuracy of the week, know their own place, and hide at once', async ({
  browser,
  page,
  ownServer,
  problems,
}) => {
  const server = await ownServer({})
  const { url } = server
  const account = async (nickname: string) => {
    const { id, token } = await signInByCode(url, { contact: `${hex(6)}@home.example`, deviceId: hex(16) })
    await posted(url, 'user/nickname', { nickname }, { headers: bearer(token) })
    return id
  }
  const kestrel = await account('Kestrel')
  const juno = await account('Juno')
  const anna = await newRival(browser, url, problems)
  const guest = await connectPlayer(url)
  const matchId = await guest.join('mines-trial', '100', 'trial')
  await play(guest, (state) => closedTiles(state)[0] ?? -1)
  guest.leave()
  await server.change((db) => giveStanding(db, [kestrel, juno, anna.playerId], matchId))
  const rows = (at: Page) => at.getByRole('table').getByRole('row')
  const own = (at: Page) => at.getByRole('region', { name: 'Your place' })

  // A visitor sees both lists, and whose page each name leads to.
  await page.goto(`${url}/leaderboard`)
  await expect(rows(page)).toHaveCount(4)
  await expect(rows(page).nth(1)).toContainText('1,800')
  await expect(own(page)).toHaveCount(0)
  await expectNoAxeViolations(page)
  await page.getByRole('radio', { name: 'Rating' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(`${url}/leaderboard?by=accuracy`)
  await expect(rows(page).nth(1)).toContainText(/Kestrel.*96\.5%20$/)
  await expect(rows(page).nth(3)).toContainText('89.5%')
  await page.getByRole('link', { name: /^Kestrel/ }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Kestrel' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Rating' })).toContainText('1,600')
  await expect(page.getByRole('region', { name: 'Accuracy' })).toContainText('Last 30 days96.5%')
  await expectNoAxeViolations(page)

  // Anna stands first in the one and last in the other.
  await anna.page.goto(`${url}/leaderboard`)
  await expect(own(anna.page)).toContainText('#1Rating 1,800')
  const link = await anna.page.getByRole('row').nth(1).getByRole('link').getAttribute('href')
  await anna.page.getByText('Accuracy of the week', { exact: true }).click()
  await expect(own(anna.page)).toContainText('#3Accuracy 89.5%')

  // She hides: off both lists for all at once, while she still sees her place.
  await anna.page.goto(`${url}/?modal=profile`)
  const hide = anna.page.getByRole('switch', { name: /^Hide me/ })
  await hide.press('Space')
  await expect(hide).toBeChecked()
  await expect(hide).toBeEnabled()
  await page.goto(`${url}/leaderboard`)
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).nth(1)).toContainText(/^1Juno.*1,700/)
  await page.goto(`${url}/leaderboard?by=accuracy`)
  await expect(rows(page)).toHaveCount(3)
  await anna.page.goto(`${url}/leaderboard?by=accuracy`)
  await expect(own(anna.page)).toContainText('#3')
  await expect(own(anna.page)).toContainText('You’re hidden: only you see this.')
  await page.goto(`${url}${link}`)
  await expect(page.getByText('This player keeps their rating and badges private.')).toBeVisible()
  await anna.context.close()
  expect(problems).toEqual([])
})
