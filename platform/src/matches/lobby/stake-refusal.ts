import type { Envelope } from '@minefall/shared/contracts'
import type { Asset, Coins } from '@minefall/shared/game'
import { stakeDetail, whyNoStake } from '../../safer-play/index.ts'
import { type MatchRefusal, refused } from '../refusals.ts'
import type { World } from '../world.ts'

type Seat = { playerId: string; asset: Asset; stake: Coins }

const stakeOf = ({ clock }: World, { playerId, asset, stake }: Seat) => ({
  playerId,
  asset,
  stake: BigInt(stake),
  now: clock.now(),
})

/** The envelope of a seat that was refused for this reason, with what there is to tell of a break or a limit. */
export const refusedSeat = async (world: World, reason: MatchRefusal, seat: Seat): Promise<Envelope<never>> =>
  refused(reason, await stakeDetail(world.db, reason, stakeOf(world, seat)))

/** Why somebody would be refused a seat with this stake now, null where they would not. The seat's transaction decides. */
export const refuseStake = async (world: World, seat: Seat): Promise<Envelope<never> | null> => {
  const reason = await whyNoStake(world.db, stakeOf(world, seat), world.settings.barredCountries)
  return reason && refusedSeat(world, reason, seat)
}
