import { matchIdSchema } from '@minefall/shared/game'
import { beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { Database, Sql } from '../db/index.ts'
import { describeDatabase, planOf, statementsOf } from '../db/testing.ts'
import { readHistory } from '../matches/index.ts'
import { accuracyBoardOf } from './accuracy-board.ts'
import { leaderboardOf } from './leaderboard.ts'
import { readOwnProfile, readProfile } from './profile.ts'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

const people = 20_000
const matches = 50_000
/** Between two matches of the one who has played so many. */
const everyMs = 10 * 60_000
const now = Date.UTC(2026, 2, 2, 12)
const ended = `$1::timestamptz - n * interval '${everyMs} milliseconds'`

/** Each has a rating. The best thousand met in matches of four, and two thousand have twenty judged matches this week. */
const crowd = [
  `insert into player (id, kind, name, avatar) select id, 'player', 'Someone', 'cat-1' from crowd`,
  `insert into login_account (player_id, invitation_code, secured_at, created_at)
   select id, (10000000 + n)::text, now(), now() from crowd`,
  'insert into public_profile (player_id) select id from crowd',
  `insert into rating (player_id, mu, sigma, matches, best, rated_at)
   select id, 1000 + n / 20.0, 120, 40, 1500, $1::timestamptz - n * interval '1 minute' from crowd`,
  `insert into match (id, shard, game_id, asset, stake, seats, rules, server_commit, phase, ended_at, plies, players)
   select md5(n::text), 0, 'mines-clues', 'coin', 100, 4, '{}', '', 'settled', ${ended}, 30, '[]'
   from generate_series(1, ${matches}) as n`,
  `insert into rated_seat (player_id, nth, match_id, ended_at, place, mu_before, sigma_before, mu, sigma)
   select id, 1000000 + 250 * round + (n + 7 * (n / 250) * round) % 250, md5('1'), $1::timestamptz, 1, 1500, 120, 1500, 120
   from crowd cross join generate_series(1, 40) as round where n > ${people - 1_000}`,
  `insert into seat_skill (player_id, ended_at, match_id, seat, game_id, asset, moves, choices, accuracy, survived,
     expected, variance, exact)
   select id, $1::timestamptz - round * interval '1 hour', md5('1'), 0, 'mines-clues', 'coin', 5, 5, 80, 5, 5, 0, true
   from crowd cross join generate_series(1, 20) as round where n > ${people - 2_000}`,
]

/** One of them has played at every table, at last with the best, and won the first five matches and every fifth after those. */
const old = [
  `insert into match_seat (player_id, asset, ended_at, match_id, seat, outcome, place, payout)
   select $2::uuid, 'coin', ${ended}, md5(n::text), 0, 'lost', 2, 0 from generate_series(1, ${matches}) as n`,
  `insert into counted_seat (player_id, ended_at, match_id, game_id, asset, stake, won)
   select $2::uuid, ${ended}, md5(n::text), t.ids[1 + n % array_length(t.ids, 1)], 'coin', 100,
     n % 5 = 0 or n > ${matches - 5}
   from generate_series(1, ${matches}) as n,
     (select array_agg(game_id order by game_id) as ids from game_table where not practice) as t`,
  `insert into seat_skill (player_id, ended_at, match_id, seat, game_id, asset, moves, choices, accuracy, survived,
     expected, variance, exact)
   select $2::uuid, ${ended}, md5(n::text), 0, 'mines-clues', 'coin', 5, 5, 80, 5, 5, 0, true
   from generate_series(1, ${matches}) as n`,
  `insert into rated_seat (player_id, nth, match_id, ended_at, place, mu_before, sigma_before, mu, sigma)
   select $2::uuid, n, md5(n::text), ${ended}, 1, 1500, 120, 1500, 120 from generate_series(1, ${matches}) as n
   union all
   select $2::uuid, 1000000 + 250 * round, md5('1'), $1::timestamptz, 5, 1500, 120, 1500, 120
   from generate_series(1, 40) as round`,
]

const planSchema = z.object({
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Actual Total Time': z.number(),
  'Rows Removed by Filter': z.number().default(0),
  'Relation Name': z.string().optional(),
  get Plans() {
    return z.array(planSchema).default([])
  },
})
type Plan = z.output<typeof planSchema>

/** How many rows of tables and indexes a plan went through. */
const rowsOf = ({ Plans, ...plan }: Plan): number =>
  Plans.reduce((sum, part) => sum + rowsOf(part), 0) +
  (plan['Relation Name'] === undefined
    ? 0
    : (plan['Actual Rows'] + plan['Rows Removed by Filter']) * plan['Actual Loops'])

const idsRow = z.object({ id: z.string(), page: z.string() })

describeDatabase(
  'what is gone through, where 20,000 play and one of them has played 50,000 matches',
  (open) => {
    let db: Database
    let own = { id: '', page: '' }
    beforeAll(async () => {
      db = await open()
      await db.transaction(async (tx) => {
        const write = (text: string, playerId?: string) =>
          tx.query(text, [...(text.includes('$1') ? [new Date(now)] : []), ...(playerId ? [playerId] : [])])
        await tx.query(
          `create temporary table crowd on commit drop as
         select gen_random_uuid() as id, n from generate_series(1, ${people}) as n`,
        )
        for (const text of crowd) await write(text)
        const { rows } = await tx.query(
          'select player_id as id, v.id as page from public_profile v join crowd c on c.id = player_id where n = 1',
        )
        own = idsRow.parse(rows[0])
        for (const text of old) await write(text, own.id)
      })
      await db.query('vacuum analyze')
    })

    const far = now - (matches / 2) * everyMs
    const reads: [string, number, (sql: Sql) => Promise<unknown>][] = [
      ['a page of the history', 300, (sql) => readHistory(sql, own.id, { limit: 50 })],
      [
        'a page of the history far back',
        300,
        (sql) => readHistory(sql, own.id, { limit: 50, cursor: [far, matchIdSchema.parse('0'.repeat(32))] }),
      ],
      // Accuracy is a sum over all matches.
      ['the page of a player', matches + 500, (sql) => readProfile(sql, own.page, now)],
      ['one’s own page', matches + 500, (sql) => readOwnProfile(sql, own.id, now)],
      ['the leaderboard', 30_000, (sql) => leaderboardOf(sql)(null, now)],
      // Of everyone the rating, the page and the account.
      [
        'the leaderboard and the last place of all',
        30_000 + 3 * people,
        (sql) => leaderboardOf(sql)(own.id, now),
      ],
      // All of the week, and everyone's pages twice.
      ['the leaderboard of accuracy', 100_000, (sql) => accuracyBoardOf(sql)(own.id, now)],
    ]
    it('the last one of all learns their place', async () => {
      expect((await leaderboardOf(db)(own.id, now)).own).toMatchObject({ place: people })
    })

    it.each(reads)('%s', async (name, most, read) => {
      const statements = await statementsOf(db, read)
      const plans = await db.transaction(async (tx) => {
        // Half of these tables are one account's, which is no reason to read them whole.
        await tx.query('set local enable_seqscan = off')
        await tx.query('set local jit = off')
        const found: Plan[] = []
        for (const statement of statements) found.push(planSchema.parse(await planOf(tx, statement)))
        return found
      })
      const rows = plans.reduce((sum, plan) => sum + rowsOf(plan), 0)
      const ms = plans.map((plan) => plan['Actual Total Time'].toFixed(1)).join(' + ')
      console.log(`${name}: ${rows} rows, in ${ms} ms`)
      expect(rows).toBeLessThanOrEqual(most)
    })
  },
)
