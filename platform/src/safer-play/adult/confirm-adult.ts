import { notifyProfile } from '../../players/index.ts'
import { takeBackSeats } from '../seats/take-back.ts'
import type { World } from '../world.ts'
import { lockStanding, noteEvent } from '../world.ts'

/**
 * Notes that a player is 18 or older and where they live: the first time they say so counts, permanently. A seat that they
 * may not have where they live is given back, and their live connections are notified.
 */
export const confirmAdult = async (world: World, playerId: string, residence: string): Promise<void> => {
  const now = world.clock.now()
  const said = await world.db.transaction(async (tx) => {
    await lockStanding(tx, playerId)
    const { count } = await tx.query(
      'update login_account set adult_at = $2, residence = $3 where player_id = $1 and adult_at is null',
      [playerId, new Date(now), residence],
    )
    if (count > 0) await noteEvent(tx, { playerId, at: now, action: 'adult', detail: { residence } })
    return count > 0
  })
  if (!said) return
  await takeBackSeats(world, playerId)
  await notifyProfile(world, playerId)
}
