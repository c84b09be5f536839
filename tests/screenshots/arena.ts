import { randomUUID } from 'node:crypto'
import { bearer, posted } from '../harness/accounts.ts'
import { board, result, turnTimer } from '../harness/browser.ts'
import type { Server } from '../harness/server.ts'
import { below, openPage } from './camera.ts'
import { move } from './match.ts'
import { type Account, signedIn } from './people.ts'
import type { Scene } from './scene.ts'

/** When an arena begins and ends, in minutes from now, its stake, and whether it is over or canceled. */
type Span = { begins: number; ends: number; stake?: number; state?: 'finished_at' | 'canceled_at' }

/** Points, matches and wins in a row of those who take part, the best first. */
const standings = [
  [21, 4, 3],
  [14, 4, 1],
  [9, 3, 0],
  [9, 4, 0],
  [4, 2, 0],
  [1, 1, 0],
] as const

/** Makes arenas in which these take part, with prizes where it is over; answers their ids. */
const makeArenas = (server: Server, players: readonly Account[], spans: readonly Span[]): Promise<string[]> =>
  server.change(async (db) => {
    const ids: string[] = []
    for (const { begins, ends, stake = 0, state } of spans) {
      const id = randomUUID()
      ids.push(id)
      await db.query(
        `insert into arena (id, plan, game_id, asset, stake, rake_bps, pot_each, pot_most, begins_at, ends_at)
         values ($1::uuid, $1::uuid::text, 'mines-clues', 'promo', $4, 0, $5, $6,
           now() + $2 * interval '1 minute', now() + $3 * interval '1 minute')`,
        [id, begins, ends, ...(stake === 0 ? [0, 10, 300] : [stake, 0, 0])],
      )
      for (const [nth, { id: playerId }] of players.entries()) {
        const [points = 0, matches = 0, streak = 0] = begins < 0 ? (standings[nth] ?? []) : []
        await db.query(
          `insert into arena_player (arena_id, player_id, nth, joined_at, status, points, matches, wins, streak, last_point_at, version)
           values ($1, $2, $3, now(), $4, $5, $6, $7, $7, now(), 0)`,
          [id, playerId, nth + 1, nth === 3 ? 'paused' : 'ready', points, matches, streak],
        )
      }
      if (state) await db.query(`update arena set ${state} = now() where id = $1`, [id])
      if (state !== 'finished_at') continue
      for (const [nth, amount] of [38, 17, 5].entries())
        await db.query(
          'insert into arena_prize (arena_id, player_id, place, amount) values ($1, $2, $3, $4)',
          [...[id, players[nth]?.id], ...[nth + 1, amount]],
        )
    }
    return ids
  })

/** Arenas: the next one on Home, all of them, joining, a break, a match and its result, too late, over and canceled. */
export const arena: Scene = async ({ studio, server, people }) => {
  const { url } = server
  const { mai, crowd } = await people()
  const [first = mai, ...others] = crowd
  const [open, late, canceled, staked] = await makeArenas(server, crowd, [
    { begins: 10, ends: 40 },
    { begins: -18, ends: 2.9 },
    { begins: -40, ends: -20, stake: 100, state: 'canceled_at' },
    { begins: 11, ends: 41, stake: 100 },
  ])
  const [announced] = await makeArenas(server, [], [{ begins: 90, ends: 120 }])
  const [over] = await makeArenas(
    server,
    [first, mai, ...others],
    [{ begins: -60, ends: -40, state: 'finished_at' }],
  )
  const { page, keep, close } = await openPage(studio, await signedIn(url, mai))
  await page.goto(`${url}/arena/${late}`)
  await page.getByText('It’s too late to join.').waitFor()
  await keep('arena-late')
  await page.goto(url)
  // It comes once its place is seen, while what is above still grows.
  await page.waitForFunction(() => {
    document.querySelector('#fairness')?.scrollIntoView({ block: 'center', behavior: 'instant' })
    return document.querySelector('#next-arena') !== null
  })
  await keep('home-arena', { holds: below(page, 'Next arena') })
  await page.goto(`${url}/arena`)
  await page.getByRole('region', { name: 'Live and upcoming' }).waitFor()
  await keep('arenas')
  for (const [id, text, picture] of [
    [announced, 'You can join from 15 minutes before the start.', 'arena-announced'],
    [staked, 'Join for 100 bonus coins', 'arena-stake'],
    [over, /^You won/, 'arena-over'],
    [canceled, /^This arena was canceled/, 'arena-canceled'],
  ] as const) {
    await page.goto(`${url}/arena/${id}`)
    await page.getByText(text).waitFor()
    await keep(picture)
  }

  await page.goto(`${url}/arena/${open}`)
  await page.getByRole('button', { name: 'Join' }).waitFor()
  await keep('arena-open')
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByText('You’re in. Matches start on time.').waitFor()
  await keep('arena-joined')
  await server.change((db) => db.query('update arena set begins_at = now() where id = $1', [open]))
  await page.reload()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('button', { name: 'Resume' }).waitFor()
  await keep('arena-paused')
  await page.getByRole('button', { name: 'Resume' }).click()
  await board(page).waitFor()
  // Called no more, however long the pictures of this match take.
  await posted(url, 'arena/pause', { arenaId: open }, { headers: bearer(mai.token) })
  await page.getByRole('timer').first().waitFor()
  await keep('arena-match')
  const [mine, end] = [turnTimer(page), result(page)]
  for (;;) {
    await mine.or(end).first().waitFor({ timeout: 60_000 })
    if (await end.isVisible()) break
    await move(page)
  }
  await keep('arena-result')
  await close()
}
