import type { BrowserContextOptions, Locator, Page } from '@playwright/test'
import { z } from 'zod'
import { listenToRegions, makeArena, standings, turnArena } from '../harness/arena-pages.ts'
import { expectNoAxeViolations } from '../harness/axe.ts'
import { expectHeader, newRival, type Rival } from '../harness/battle-pages.ts'
import { expect, makeMove, myTurn, openable, phone, result, test } from '../harness/browser.ts'
import type { Server } from '../harness/server.ts'
import { executablePath, withoutWebGl } from '../playwright.config.ts'

// Five boards drawn in software leave too little of two processors for the server.
test.use({ launchOptions: { args: withoutWebGl, ...(executablePath ? { executablePath } : {}) } })

const desktop: BrowserContextOptions = { viewport: { width: 1440, height: 900 } }

/** How each of the five plays: on what, and how they press what is on the screen. */
const devices: readonly (readonly [string, BrowserContextOptions, (target: Locator) => Promise<void>])[] = [
  ['phone-1', { ...phone, deviceScaleFactor: 1 }, (target) => target.tap()],
  ['phone-2', { ...phone, deviceScaleFactor: 1 }, (target) => target.tap()],
  ['phone-3', { ...phone, deviceScaleFactor: 1 }, (target) => target.tap()],
  ['desktop-keyboard', desktop, (target) => target.press('Enter')],
  ['desktop-mouse', desktop, (target) => target.click()],
]

type Entrant = Rival & { press(target: Locator): Promise<void>; shoot(name: string): Promise<unknown> }

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const back = (page: Page) => result(page).getByRole('link', { name: 'Back to the arena' })
const finished = (page: Page) => page.getByText(/^You finished #/)

/** Plays each match that calls, until the arena is over. */
const playOn = async ({ page, press }: Entrant) => {
  while (await myTurn(page, finished(page))) await makeMove(page, () => press(openable(page).first()))
}

const standing = z.object({
  player_id: z.string(),
  points: z.int(),
  matches: z.int(),
  amount: z.bigint().nullable(),
})

const readStandings = (server: Server, arenaId: string) =>
  server.change(async (db) => {
    const { rows } = await db.query(
      `select player_id, points, matches, z.amount from arena_player
       left join arena_prize z using (arena_id, player_id) where arena_id = $1`,
      [arenaId],
    )
    return standing.array().parse(rows)
  })

const ownPlace =
  /^(You’re|You finished) #\d with \d+ points?\.\s*(You won \d+ bonus coins\.)?\s*(Streak: wins count double)?$/

/** What a live region may say on the page of an arena besides one's own place. */
const others = /Your next match starts in 3 s|^Connected$/

test('five browsers, phones and desktops, play an arena from joining to the prizes, and hear of their own place alone', async ({
  browser,
  ownServer,
  problems,
}) => {
  const server = await ownServer({})
  const { url } = server
  const [announced, canceled, arenaId] = [
    await makeArena(server, '1 hour'),
    await makeArena(server, '1 hour'),
    await makeArena(server),
  ]
  await turnArena(server, canceled, 'canceled_at')
  const entrants: Entrant[] = []
  for (const [name, device, press] of devices) {
    const rival = await newRival(browser, url, problems, device)
    const shoot = (state: string) =>
      rival.page.screenshot({ path: `tests/output/screens/arena-${state}-${name}.png` })
    await rival.page.addInitScript(listenToRegions)
    entrants.push({ ...rival, press, shoot })
  }
  for (const { page, press, shoot } of entrants) {
    await page.goto(`${url}/arena/${announced}`)
    await expect(page.getByText('You can join from 15 minutes before the start.')).toBeVisible()
    await shoot('announced')
    await page.goto(`${url}/arena/${canceled}`)
    await expect(page.getByText('Canceled', { exact: true })).toBeVisible()
    await shoot('canceled')
    await page.goto(`${url}/arena/${arenaId}`)
    await press(button(page, 'Join'))
    await expect(page.getByText('You’re in. Matches start on time.')).toBeVisible()
  }
  for (const { page, shoot } of entrants) {
    await expect(standings(page)).toHaveCount(1 + entrants.length)
    await shoot('joined')
  }

  await turnArena(server, arenaId, 'begins_at')
  const pausing = entrants[2]
  if (!pausing) throw new Error('no one pauses')
  const begin = async (entrant: Entrant) => {
    const { page, press, shoot } = entrant
    await expect(page.getByText(/^Your next match starts in/).first()).toBeVisible()
    await shoot('called')
    await expect(page.getByRole('timer').first()).toBeVisible()
    await shoot('match')
    if (entrant !== pausing) return playOn(entrant)
    // One leaves, and looks on until the others have played twice.
    await press(button(page, 'Leave match'))
    await press(page.getByRole('dialog', { name: 'Leave the match?' }).getByRole('button', { name: 'Leave' }))
    await expect(page).toHaveURL(new RegExp(`/arena/${arenaId}$`))
    await expect(page.getByText('You’re paused. Resume to get your next match.')).toBeVisible()
    await shoot('paused')
    await expectNoAxeViolations(page)
    const haveAllPlayed = async () => {
      const all = await readStandings(server, arenaId)
      return all.every(({ player_id, matches }) => player_id === pausing.playerId || matches >= 2)
    }
    await expect.poll(haveAllPlayed).toBe(true)
    await expect(page.getByRole('link', { name: 'Watch the leader' })).toBeVisible()
    await shoot('running')
    await press(button(page, 'Resume'))
    await expect(page).toHaveURL(/\/game\/mines-clues\?match=/)
    await turnArena(server, arenaId, 'ends_at')
    return playOn(entrant)
  }
  await Promise.all(entrants.map(begin))

  const told: string[] = []
  const final = await readStandings(server, arenaId)
  const prizes = final.map(({ amount }) => amount ?? 0n)
  expect(prizes.reduce((sum, amount) => sum + amount)).toBe(50n)
  for (const { page, press, shoot, playerId, context } of entrants) {
    await shoot('result')
    await press(back(page))
    const own = final.find((one) => one.player_id === playerId)
    const place = 1 + final.filter(({ points }) => points > (own?.points ?? 0)).length
    await expect(finished(page)).toContainText(new RegExp(`with ${own?.points} points?\\.`))
    const prize = own?.amount ?? 0n
    await expect(page.getByText(`You won ${prize} bonus coins.`)).toHaveCount(prize > 0n ? 1 : 0)
    // With what is given to new players.
    await expectHeader(page, 1_000 + Number(prize), 'bonus coins')
    await shoot('over')
    await expectNoAxeViolations(page)
    const rows = await standings(page).allTextContents()
    told.push(rows.join('\n').replace('you', ''))
    expect(Number(/#(\d)/.exec((await finished(page).textContent()) ?? '')?.[1])).toBeGreaterThanOrEqual(
      place,
    )

    // Of the standings a screen reader hears one's own place, each change of it once.
    const said = await page.evaluate(() => globalThis.said)
    const here = said
      .filter((line) => line.startsWith('/arena/'))
      .map((line) => line.slice(line.indexOf(' ') + 1))
    expect(here.filter((line) => !ownPlace.test(line) && !others.test(line))).toEqual([])
    const places = said.map((line) => line.slice(line.indexOf(' ') + 1)).filter((line) => ownPlace.test(line))
    expect(places.length).toBeGreaterThan(0)
    for (const [nth, line] of places.entries()) expect(line).not.toBe(places[nth - 1])
    await context.close()
  }
  expect(new Set(told).size).toBe(1)
  expect(problems).toEqual([])
})
