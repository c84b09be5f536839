import type { PlayState } from '@minefall/shared/contracts'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'

const lossRow = z.object({ lost: z.bigint(), day_ends: z.date().transform((at) => at.getTime()) })

/** What an account lost at private tables today (UTC) of the most that it may, in withdrawable coins. */
export const readPrivateLoss = async (
  sql: Sql,
  { playerId, now, most }: { playerId: string; now: number; most: bigint },
): Promise<PlayState['privateLoss']> => {
  const { rows } = await sql.query(
    `select private_lost_since($1, utc_day($2)) as lost, (utc_day($2) + 1)::timestamp at time zone 'UTC' as day_ends`,
    [playerId, new Date(now)],
  )
  const { lost, day_ends: endsAt } = lossRow.parse(rows[0])
  return {
    lost: lost.toString(),
    most: most.toString(),
    left: (lost < most ? most - lost : 0n).toString(),
    endsAt,
  }
}
