import {
  type LimitKind,
  type limitNameSchema,
  limitPeriodSchema,
  type PlayLimit,
} from '@minefall/shared/contracts/rest'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'

/** How long a higher limit that is due may be confirmed, in milliseconds. */
const confirmWithinMs = 7 * 86_400_000

/** What is kept of a limit that was asked for: when (milliseconds since 1970), and how high, null for none. */
export type PendingRow = { askedAt: number | null; askedAmount: bigint | null }

/** A higher limit that was asked for, with when it is due and lapses; null where there is none, or not any more. */
export const pendingOf = (
  { askedAt, askedAmount }: PendingRow,
  { now, limitRaiseMs }: { now: number; limitRaiseMs: number },
): PlayLimit['pending'] => {
  if (askedAt === null) return null
  const dueAt = askedAt + limitRaiseMs
  const lapsesAt = dueAt + confirmWithinMs
  return now >= lapsesAt ? null : { amount: askedAmount?.toString() ?? null, askedAt, dueAt, lapsesAt }
}

const passedRow = z.object({ period: limitPeriodSchema, remaining: z.bigint().transform(String) })

type Asked = { playerId: string; kind: LimitKind; coins: bigint; now: number }

/** The limit that so many coins more would pass, and what is left of it: of several the one with the least; or null. */
export const passedLimit = async (sql: Sql, { playerId, kind, coins, now }: Asked) => {
  const { rows } = await sql.query('select period, remaining from passed_limit($1, $2, $3, $4)', [
    playerId,
    kind,
    coins,
    new Date(now),
  ])
  const passed = passedRow.optional().parse(rows[0])
  return passed ? { limit: kind, period: passed.period, left: passed.remaining } : null
}

/** Which of an account's six limits. */
export type LimitName = z.infer<typeof limitNameSchema> & { playerId: string }

const limitRow = z
  .object({
    amount: z.bigint().nullable(),
    asked_at: z
      .date()
      .transform((at) => at.getTime())
      .nullable(),
    asked_amount: z.bigint().nullable(),
  })
  .transform(({ amount, asked_at, asked_amount }) => ({
    amount,
    askedAt: asked_at,
    askedAmount: asked_amount,
  }))

/** A limit in coins, null for none, and what was asked for since `askedAt` (milliseconds since 1970). */
type LimitRow = z.output<typeof limitRow>

/** A limit as it is kept; nothing is set where nothing is kept. */
export const readLimit = async (sql: Sql, { playerId, kind, period }: LimitName): Promise<LimitRow> => {
  const { rows } = await sql.query(
    'select amount, asked_at, asked_amount from play_limit where player_id = $1 and kind = $2 and period = $3',
    [playerId, kind, period],
  )
  return limitRow.optional().parse(rows[0]) ?? { amount: null, askedAt: null, askedAmount: null }
}

export const writeLimit = async (
  tx: Sql,
  { playerId, kind, period }: LimitName,
  { amount, askedAt, askedAmount }: LimitRow,
): Promise<void> => {
  await tx.query(
    `insert into play_limit (player_id, kind, period, amount, asked_at, asked_amount) values ($1, $2, $3, $4, $5, $6)
     on conflict (player_id, kind, period)
     do update set amount = excluded.amount, asked_at = excluded.asked_at, asked_amount = excluded.asked_amount`,
    [playerId, kind, period, amount, askedAt === null ? null : new Date(askedAt), askedAmount],
  )
}
