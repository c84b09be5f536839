import type { Voids } from '@minefall/shared/contracts/rest'
import { shareOf } from '@minefall/shared/record'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'

const rowSchema = z.object({ game_id: z.string(), outcome: z.string(), matches: z.bigint() })
type Tally = { outcome: string; matches: number }

const figuresOf = (tallies: readonly Tally[]) => {
  let [locks, settled] = [0, 0]
  const byReason = new Map<string, number>()
  for (const { outcome, matches } of tallies) {
    locks += matches
    if (outcome === 'settled') settled += matches
    else byReason.set(outcome, (byReason.get(outcome) ?? 0) + matches)
  }
  const voided = [...byReason].map(([reason, matches]) => ({ reason, matches }))
  return { locks, settled, voided, share: shareOf(locks - settled, locks) }
}

/** How matches that were locked ended in the last days (UTC), today among them. */
export const readVoids = async (sql: Sql, now: number, days: number): Promise<Voids> => {
  const { rows } = await sql.query(
    `select game_id, outcome, sum(matches)::bigint as matches from fairness_tally
     where day > $1::date - $2::int group by game_id, outcome order by game_id, outcome`,
    [new Date(now).toISOString().slice(0, 10), days],
  )
  const tallies = rowSchema
    .array()
    .parse(rows)
    .map(({ game_id, outcome, matches }) => ({ gameId: game_id, outcome, matches: Number(matches) }))
  const through = await sql.query('select min(at) as at from fairness_walk')
  const games = [...new Set(tallies.map(({ gameId }) => gameId))]
  return {
    days,
    through: z.object({ at: z.date() }).parse(through.rows[0]).at.getTime(),
    ...figuresOf(tallies),
    tables: games.map((gameId) => ({ gameId, ...figuresOf(tallies.filter((one) => one.gameId === gameId)) })),
  }
}
