import { callAll, type Sql } from '../db/index.ts'
import { balanceOf, refillTrial } from '../ledger/index.ts'
import type { Guests } from './guests.ts'

type BecomeOptions = {
  guests: Pick<Guests, 'keepAnyway'>
  /** Whose guest becomes the account's player. */
  deviceId: string
  /** The trial coins of a player who has none of a guest. */
  trialCoins: bigint
}

/**
 * The player of a new account, in the caller's transaction: the guest of this device, with the name that was shown and
 * what coins and seat there are. The device id opens nothing of theirs from then on.
 */
export const becomePlayer = async (
  tx: Sql,
  { guests, deviceId, trialCoins }: BecomeOptions,
): Promise<string> => {
  const { id } = await guests.keepAnyway(tx, deviceId)
  await tx.query(`update player set kind = 'player', device_hash = null where id = $1`, [id])
  const { version } = await balanceOf(tx, id)
  if (version === 0) await callAll(tx, [refillTrial({ playerId: id, to: trialCoins, key: 'first' })])
  return id
}
