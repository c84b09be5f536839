import { dailyTrySchema } from '@minefall/shared/contracts/rest'
import { dailyRules, dayMs, dayOf, dealDay, standingOf } from '@minefall/shared/daily'
import { dailyCommit } from '@minefall/shared/fairness'
import { dailyEntry, noLog, seedEntry } from '@minefall/shared/record'
import { bearer, posted } from '../harness/accounts.ts'
import { openable } from '../harness/browser.ts'
import type { Server } from '../harness/server.ts'
import { below, openPage } from './camera.ts'
import { type Account, signedIn } from './people.ts'
import type { Scene } from './scene.ts'

/** Plays today's board to its end, each account from another tile on. */
const play = async (url: string, { token, deviceId }: Account, from: number): Promise<void> => {
  const headers = { ...bearer(token), 'x-device-id': deviceId }
  const day = dayOf(Date.now())
  let daily = dailyTrySchema.parse(await posted(url, 'daily/begin', { day }, { headers }))
  const { w, h } = daily.rules
  for (let nth = 0; nth < w * h && !standingOf(daily.rules, daily.tiles).isOver; nth += 1) {
    const tile = (from + nth * 7) % (w * h)
    daily = dailyTrySchema.parse(await posted(url, 'daily/open', { day, tile }, { headers }))
  }
}

/** A board of yesterday that is open, in a log where nothing else stands. */
const openYesterday = (server: Server): Promise<void> =>
  server.change(async (db) => {
    const now = Date.now()
    const [day, seed, shard] = [dayOf(now - dayMs), '5e'.repeat(32), 63]
    const { root } = dealDay(day, seed, dailyRules).board(0)
    const commit = dailyCommit(day, seed)
    const lines = [
      dailyEntry({ at: now, commit, day, root, rules: dailyRules }, noLog),
      seedEntry({ at: now, day, serverSeed: seed }, noLog),
    ]
    for (const [nth, { kind, document, hash }] of lines.entries())
      await db.query(
        'insert into fairness_log (shard, position, kind, document, hash, at) values ($1, $2, $3, $4, $5, $6)',
        [shard, 1_000_000 + nth, kind, document, hash, new Date(now)],
      )
    await db.query(
      `insert into daily_board (day, commit, root, rules, shard, position, committed_at, seed, seed_position, opened_at)
       values ($1, $2, $3, $4, $5, 1000000, $6, $7, 1000001, $6)`,
      [day, commit, root, dailyRules, shard, new Date(now), seed],
    )
  })

/** The daily board: its rules, a try, its end, the picture of it, the leaderboard, and yesterday's once more. */
export const daily: Scene = async ({ studio, server, people }) => {
  const { url } = server
  const { mai, crowd } = await people()
  await openYesterday(server)
  for (const [nth, account] of crowd.entries()) await play(url, account, nth * 11)
  const guest = await openPage(studio)
  await guest.page.goto(`${url}/daily`)
  await guest.page.getByRole('button', { name: 'Start' }).waitFor()
  await guest.keep('daily-rules')
  await guest.close()

  const { page, keep, close } = await openPage(studio, await signedIn(url, mai))
  const own = page.getByRole('gridcell', { name: /opened by you$/ })
  const open = async () => {
    const opened = await own.count()
    await openable(page).first().press('Enter')
    await own.nth(opened).waitFor()
  }
  await page.goto(`${url}/daily`)
  await page.getByRole('button', { name: 'Start' }).click()
  await openable(page).first().waitFor()
  for (let nth = 0; nth < 4; nth += 1) await open()
  await keep('daily-playing')
  const over = page.getByRole('heading', { name: /Out of lives|Board cleared/ })
  while (!(await over.isVisible())) await open()
  await page.getByRole('button', { name: 'Share' }).and(page.locator(':enabled')).waitFor()
  await keep('daily-over')
  await keep('daily-outcome', {
    holds: () => over.evaluate((element) => element.scrollIntoView({ block: 'center' })),
  })
  await keep('daily-ranking', { holds: below(page, 'Leaderboard') })
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('dialog', { name: 'Share this result' }).waitFor()
  await keep('daily-share')
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: /yesterday’s board/ }).click()
  await openable(page).first().waitFor()
  await open()
  await keep('daily-again')
  await close()
}
