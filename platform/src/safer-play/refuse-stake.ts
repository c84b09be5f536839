import { bodyCode } from '@minefall/shared/contracts'
import type { Asset } from '@minefall/shared/game'
import { z } from 'zod'
import { blockedDetail } from '../accounts/index.ts'
import type { Sql } from '../db/index.ts'
import { type Refusal, refusal } from '../http/index.ts'
import { longestBreak, pauseDetail } from './breaks/begin-break.ts'
import { passedLimit } from './limits/limit-row.ts'
import { readPrivateLoss } from './limits/read-limits.ts'

const barredRow = z.object({ reason: z.enum(['play-paused', 'country-barred']).nullable() })

type Asking = { playerId: string; now: number; barredCountries: readonly string[] }

/**
 * Null for an account that may deposit and be given gifts now. Else 1702 with the kind of its break and when it ends
 * (`until`, milliseconds since 1970, absent permanently), or 1704 where it lives in a barred country. Call `holdStanding`
 * before it in the transaction of what it allows.
 */
export const refuseBarred = async (
  sql: Sql,
  { playerId, now, barredCountries }: Asking,
): Promise<Refusal | null> => {
  const at = new Date(now)
  const { rows } = await sql.query('select why_barred($1, $2, $3) as reason', [playerId, at, barredCountries])
  const { reason } = barredRow.parse(rows[0])
  if (reason === null) return null
  if (reason === 'country-barred') return refusal(bodyCode.countryBarred)
  return refusal(bodyCode.playPaused, pauseDetail(await longestBreak(sql, playerId, now)))
}

/**
 * Null for a new deposit of so many coins; else as `refuseBarred`, or 1703 with the limit that it would pass and what is
 * left of it. The account's row is held alone in the transaction that places it, so that no two pass a limit together.
 */
export const refuseDeposit = async (
  tx: Sql,
  { coins, ...asking }: Asking & { coins: bigint },
): Promise<Refusal | null> => {
  const barred = await refuseBarred(tx, asking)
  if (barred) return barred
  const passed = await passedLimit(tx, { ...asking, kind: 'deposit', coins })
  return passed && refusal(bodyCode.limitReached, passed)
}

const reasonSchema = z.enum([
  'account-blocked',
  'adult-unconfirmed',
  'play-paused',
  'loss-limit',
  'country-barred',
])
const noStakeRow = z.object({ reason: reasonSchema.nullable() })

type NoStake = z.infer<typeof reasonSchema>

type Stake = { playerId: string; asset: Asset; stake: bigint; now: number }

/**
 * What is reported about a refused stake: `{notice, text}` of a block, `{kind, until}` of a break, `{limit, period, left}` of a
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
  return noStakeRow.parse(rows[0]).reason
}

/** Null for an account that may pay this stake now; else the refusal of a call that takes it, as of a seat. */
export const refuseStake = async (
  tx: Sql,
  { barredCountries, ...stake }: Stake & Pick<Asking, 'barredCountries'>,
): Promise<Refusal | null> => {
  const reason = await whyNoStake(tx, stake, barredCountries)
  switch (reason) {
    case null:
      return null
    case 'account-blocked':
      return refusal(bodyCode.notAllowed)
    case 'adult-unconfirmed':
      return refusal(bodyCode.adultUnconfirmed)
    case 'play-paused':
    case 'country-barred':
      return refuseBarred(tx, { ...stake, barredCountries })
    case 'loss-limit':
      return refusal(
        bodyCode.limitReached,
        (await passedLimit(tx, { ...stake, kind: 'loss', coins: stake.stake })) ?? undefined,
      )
  }
}
