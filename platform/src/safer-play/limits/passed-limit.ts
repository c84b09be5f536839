import { type LimitKind, limitPeriodSchema } from '@minefall/shared/contracts/rest'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'

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
