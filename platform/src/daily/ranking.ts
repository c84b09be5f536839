import type { DailyBoard, DailyHistory } from '@minefall/shared/contracts/rest'
import { dailyRulesSchema } from '@minefall/shared/daily'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'

/** So many are shown of a leaderboard. */
const listed = 100

const scoreColumns = {
  safe: z.int(),
  hits: z.int(),
  accuracy: z.number().nullable(),
  seconds: z.int(),
}
const scoreRow = z.object(scoreColumns)
type Score = z.output<typeof scoreRow>

const itemRow = scoreRow.extend({
  player_id: z.string(),
  id: z.string().nullable(),
  name: z.string(),
  avatar: z.string(),
})

/** Accounts that have ended a try of the day $1 and are neither hidden nor blocked; guests have no place. */
const shown = `daily_try t join login_account a on a.player_id = t.player_id join player p on p.id = t.player_id
  left join public_profile v on v.player_id = t.player_id
  where t.day = $1 and t.exact is not null and a.blocked_at is null and not coalesce(v.hidden, false)`

/** Tiles first, then accuracy, then time; equal scores in the order of their ends. */
const best = `
  select t.player_id, v.id, p.name, p.avatar, t.safe, t.hits, t.accuracy, t.seconds from ${shown}
  order by t.safe desc, t.accuracy desc nulls last, t.seconds, t.ended_at, t.player_id limit ${listed}`

const isSame = (a: Score, b: Score): boolean =>
  a.safe === b.safe && a.accuracy === b.accuracy && a.seconds === b.seconds

/** The place of each of a list in order: that of the first with the same score. */
export const placesOf = (scores: readonly Score[]): number[] => {
  const places: number[] = []
  for (const [nth, score] of scores.entries()) {
    const before = scores[nth - 1]
    places.push(before && isSame(before, score) ? (places[nth - 1] ?? 1) : nth + 1)
  }
  return places
}

const ownRow = scoreRow.extend({ hidden: z.boolean(), above: z.int() })

const own = `
  select mine.safe, mine.hits, mine.accuracy, mine.seconds,
    coalesce((select hidden from public_profile where player_id = $2), false) as hidden,
    (select count(*)::int from ${shown} and t.player_id <> $2 and (
      t.safe > mine.safe or (t.safe = mine.safe and (
        coalesce(t.accuracy, -1) > coalesce(mine.accuracy, -1) or (
          t.accuracy is not distinct from mine.accuracy and t.seconds < mine.seconds))))) as above
  from daily_try mine where mine.day = $1 and mine.player_id = $2 and mine.exact is not null`

const countRow = z.object({ players: z.int() })

/** The leaderboard of a day with the place of the account that asks, null for others. */
export const readDailyBoard = async (sql: Sql, day: string, playerId: string | null): Promise<DailyBoard> => {
  const items = itemRow.array().parse((await sql.query(best, [day])).rows)
  const places = placesOf(items)
  const counted = await sql.query(`select count(*)::int as players from ${shown}`, [day])
  const mine = playerId === null ? [] : (await sql.query(own, [day, playerId])).rows
  const me = ownRow.optional().parse(mine[0])
  return {
    day,
    players: countRow.parse(counted.rows[0]).players,
    items: items.map(({ player_id, ...item }, nth) => ({
      ...item,
      place: places[nth] ?? nth + 1,
      isOwn: player_id === playerId,
    })),
    own: me ? toOwn(me) : null,
  }
}

const toOwn = ({ above, ...score }: z.output<typeof ownRow>) => ({ ...score, place: above + 1 })

const historyRow = scoreRow.extend({ day: z.string(), rules: dailyRulesSchema, isOpen: z.boolean() })

/** Someone's days, the latest first. */
export const readDailyHistory = async (sql: Sql, playerId: string): Promise<DailyHistory> => {
  const { rows } = await sql.query(
    `select t.day::text, t.safe, t.hits, t.accuracy, t.seconds, b.rules, b.seed is not null as "isOpen"
     from daily_try t join daily_board b on b.day = t.day
     where t.player_id = $1 and t.exact is not null order by t.day desc limit 31`,
    [playerId],
  )
  return historyRow.array().parse(rows)
}

const streakRow = z.object({ streak: z.int() })

/**
 * How many boards in a row someone has played to the end, the latest being today's or, while that is not played, the one
 * before. Days without a board are passed over, and the day before while its try runs on. `today` as `dayOf` has it.
 */
export const readStreak = async (sql: Sql, playerId: string, today: string): Promise<number> => {
  const { rows } = await sql.query(
    `with boards as (
       select b.day, row_number() over (order by b.day desc) as nth,
         coalesce(t.ended_at is not null and t.safe + t.hits > 0, false) as played,
         t.id is not null and t.ended_at is null as running
       from daily_board b left join daily_try t on t.day = b.day and t.player_id = $1 where b.day <= $2::date
     )
     select count(*)::int as streak from boards where played and nth < (
       select coalesce(min(nth), 1000000) from boards where not played and not running and day < $2::date
     )`,
    [playerId, today],
  )
  return streakRow.parse(rows[0]).streak
}
