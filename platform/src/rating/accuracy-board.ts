import type { AccuracyBoard } from '@minefall/shared/contracts/rest'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'
import { keptFor, listed, placeShown } from './listing.ts'

/** Matches judged in the week without which no one is listed. */
const least = 20
const weekMs = 7 * 86_400_000

/** For so long all who ask get the same list, in milliseconds: it takes all that was judged in a week. */
const keptMs = 5 * 60_000

/**
 * Of matches for coins and bonus coins since $1. Leaving an unclear board costs the stake there, so that no one keeps their
 * accuracy by it for nothing.
 */
const sums = `count(*)::int as matches, sum(choices)::int as choices, sum(accuracy * choices) / sum(choices) as accuracy
  from seat_skill where exact and asset <> 'trial' and choices > 0 and ended_at >= $1`

/** A mean of numbers up to 100 may be rounded to just above it. */
const accuracyColumn = z.number().transform((mean) => Math.min(100, mean))

const standingRow = z.object({ id: z.string(), matches: z.int(), choices: z.int(), accuracy: accuracyColumn })
type Standing = z.output<typeof standingRow>

/** The best first; among equals those of more choices. */
const standings = `
  with week as (select player_id, ${sums} group by player_id having count(*) >= ${least})
  select v.id, week.matches, week.choices, week.accuracy
  from week join public_profile v on v.player_id = week.player_id and not v.hidden
  join login_account a on a.player_id = week.player_id and a.blocked_at is null
  order by week.accuracy desc, week.choices desc, week.player_id`

/** All who have a place. */
const readWeek = async (sql: Sql, now: number): Promise<Standing[]> => {
  const { rows } = await sql.query(standings, [new Date(now - weekMs)])
  return standingRow.array().parse(rows)
}

const ownRow = z.object({
  id: z.string().nullable(),
  hidden: z.boolean(),
  matches: z.int(),
  choices: z.int().nullable(),
  accuracy: accuracyColumn.nullable(),
})

const own = `
  select v.id, coalesce(v.hidden, false) as hidden, week.*
  from (select ${sums} and player_id = $2) as week left join public_profile v on v.player_id = $2`

const isAbove = (one: Standing, accuracy: number, choices: number): boolean =>
  one.accuracy > accuracy || (one.accuracy === accuracy && one.choices > choices)

type Read = { all: readonly Standing[]; items: AccuracyBoard['items'] }

/** One's own place is after everyone who is shown and was better when the list was read. */
const readOwn = async (
  sql: Sql,
  playerId: string,
  { now, all, items }: Read & { now: number },
): Promise<AccuracyBoard['own']> => {
  const { rows } = await sql.query(own, [new Date(now - weekMs), playerId])
  const { id, hidden, matches, choices, accuracy } = ownRow.parse(rows[0])
  const place = () => {
    if (accuracy === null || choices === null || matches < least) return null
    const inList = items.find((item) => item.id === id)
    return inList?.place ?? all.filter((one) => one.id !== id && isAbove(one, accuracy, choices)).length + 1
  }
  return { id, place: place(), accuracy, matches, hidden }
}

/** Reads the list, which is kept for a while, with the place of the one who asks. */
export type ReadAccuracyBoard = (playerId: string | null, now: number) => Promise<AccuracyBoard>

export const accuracyBoardOf = (sql: Sql): ReadAccuracyBoard => {
  const weekAt = keptFor(keptMs, (now) => readWeek(sql, now))
  return async (playerId, now) => {
    const all = await weekAt(now)
    const first = all.slice(0, listed).map(({ choices, ...item }) => item)
    const items = await placeShown(sql, first)
    return {
      least,
      items,
      own: playerId === null ? null : await readOwn(sql, playerId, { now, all, items }),
    }
  }
}
