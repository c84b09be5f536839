import type { Envelope } from '@minefall/shared/contracts'
import type { Asset, Coins } from '@minefall/shared/game'
import { z } from 'zod'
import { readPrivateLoss, stakeDetail, whyNoStake } from '../../safer-play/index.ts'
import { type MatchRefusal, refused } from '../refusals.ts'
import type { World } from '../world.ts'

type Seat = { playerId: string; asset: Asset; stake: Coins }

const stakeOf = ({ clock, settings }: World, { playerId, asset, stake }: Seat) => ({
  playerId,
  asset,
  stake: BigInt(stake),
  now: clock.now(),
  privateLossMost: settings.privateLossMost,
})

/** The envelope of a seat that was refused for this reason, with what there is to tell of a break, a limit or a proof. */
export const refusedSeat = async (
  world: World,
  reason: MatchRefusal,
  seat: Seat,
): Promise<Envelope<never>> => {
  const { db, owner } = world
  if (reason === 'proof-required')
    return refused(reason, (await owner?.proofRequired(db, seat.playerId))?.data)
  return refused(reason, await stakeDetail(db, reason, stakeOf(world, seat)))
}

/** Whether this stake could take someone past what may be lost at private tables in a day. */
const isPastPrivateLoss = async (world: World, seat: Seat): Promise<boolean> => {
  if (seat.asset !== 'coin') return false
  const { playerId, stake, now, privateLossMost } = stakeOf(world, seat)
  const { left } = await readPrivateLoss(world.db, { playerId, now, most: privateLossMost })
  return stake > BigInt(left)
}

/**
 * Why someone would be refused a seat with this stake now, at a private table or in the lobby; null where they would
 * not. The seat's transaction decides.
 */
export const refuseStake = async (
  world: World,
  { isPrivate, ...seat }: Seat & { isPrivate: boolean },
): Promise<Envelope<never> | null> => {
  const reason =
    (await whyNoStake(world.db, stakeOf(world, seat), world.settings.barredCountries)) ??
    (isPrivate && (await isPastPrivateLoss(world, seat)) ? 'private-loss' : null)
  return reason && refusedSeat(world, reason, seat)
}

const trustRow = z.object({ is_trusted: z.boolean() })

/** The refusal of coins at a private table that this session is not trusted with. The seat's transaction decides. */
export const refuseUntrusted = async (
  world: World,
  { session, ...seat }: Seat & { session?: string | null | undefined },
): Promise<Envelope<never> | null> => {
  const { db, clock, settings } = world
  if (seat.asset !== 'coin' || settings.privateProofMs === 0) return null
  const began = new Date(clock.now() - settings.privateProofMs)
  const { rows } = await db.query('select is_trusted_session($1, $2, $3) as is_trusted', [
    seat.playerId,
    session ?? null,
    began,
  ])
  return trustRow.parse(rows[0]).is_trusted ? null : refusedSeat(world, 'proof-required', seat)
}
