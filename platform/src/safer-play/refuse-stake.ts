import type { Asset } from '@minefall/shared/game'
import { z } from 'zod'
import { blockedDetail } from '../accounts/index.ts'
import type { Sql } from '../db/index.ts'
import { longestBreak, pauseDetail } from './breaks/break-row.ts'
import { passedLimit } from './limits/passed-limit.ts'
import { readPrivateLoss } from './limits/read-limits.ts'

const reasonSchema = z.enum([
  'account-blocked',
  'adult-unconfirmed',
  'play-paused',
  'loss-limit',
  'country-barred',
])
const reasonRow = z.object({ reason: reasonSchema.nullable() })

type NoStake = z.infer<typeof reasonSchema>

type Stake = { playerId: string; asset: Asset; stake: bigint; now: number }

/**
 * What is told of a refused stake: `{notice, text}` of a block, `{kind, until}` of a break, `{limit, period, left}` of a
 * limit, `{left, endsAt}` of what may be lost at private tables. Read after the refusal.
 */
export const stakeDetail = async (
  sql: Sql,
  reason: string,
  { playerId, stake, now, privateLossMost }: Stake & { privateLossMost: bigint },
): Promise<object | undefined> => {
  if (reason === 'account-blocked') return (await blockedDetail(sql, playerId)) ?? undefined
  if (reason === 'play-paused') return pauseDetail(await longestBreak(sql, playerId, now))
  if (reason === 'loss-limit')
    return (await passedLimit(sql, { playerId, kind: 'loss', coins: stake, now })) ?? undefined
  if (reason === 'private-loss') {
    const { left, endsAt } = await readPrivateLoss(sql, { playerId, now, most: privateLossMost })
    return { left, endsAt }
  }
  return undefined
}

/** Why an account would be refused a seat with this stake now, null where it would not. The seat's transaction decides. */
export const whyNoStake = async (
  sql: Sql,
  { playerId, asset, stake, now }: Stake,
  barredCountries: readonly string[],
): Promise<NoStake | null> => {
  const { rows } = await sql.query('select why_no_stake($1, $2, $3, $4, $5) as reason', [
    playerId,
    asset,
    stake,
    new Date(now),
    barredCountries,
  ])
  return reasonRow.parse(rows[0]).reason
}
