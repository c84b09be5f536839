import { breakKindSchema } from '@minefall/shared/contracts/rest'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'

const time = z.date().transform((at) => at.getTime())

const breakRow = z
  .object({ kind: breakKindSchema, began_at: time, ends_at: time.nullable() })
  .transform(({ kind, began_at, ends_at }) => ({ kind, beganAt: began_at, endsAt: ends_at }))

/** A break from play. Times are in milliseconds since 1970; without an end it is for good. */
export type Break = z.output<typeof breakRow>

/** The break of an account that ends last, of those that are not over; null where there is none. */
export const longestBreak = async (sql: Sql, playerId: string, now: number): Promise<Break | null> => {
  const { rows } = await sql.query(
    `select kind, began_at, ends_at from play_break
     where player_id = $1 and (ends_at is null or ends_at > $2)
     order by ends_at desc nulls first limit 1`,
    [playerId, new Date(now)],
  )
  return breakRow.optional().parse(rows[0]) ?? null
}

/** What a refusal tells of a break: its kind and, unless it is for good, when it ends. */
export const pauseDetail = (pause: Break | null): { kind: string; until?: number } | undefined => {
  if (pause === null) return undefined
  const { kind, endsAt } = pause
  return endsAt === null ? { kind } : { kind, until: endsAt }
}
