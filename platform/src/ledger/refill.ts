import { v7 as uuid } from 'uuid'
import type { Call } from '../db/index.ts'
import { requireAmount } from './accounts.ts'
import { requestHash } from './request-hash.ts'

/**
 * Fills a player's trial coins up to `to` available, at most once for each `key`. Who has enough gets nothing,
 * and the key can still be used. Makes the player's account if need be.
 */
export const refillTrial = ({ playerId, to, key }: { playerId: string; to: bigint; key: string }): Call => {
  requireAmount(to, 1n)
  return { name: 'refill_trial', values: [playerId, to, key, uuid(), requestHash('refill', playerId, to)] }
}
