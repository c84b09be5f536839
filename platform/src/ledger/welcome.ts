import type { Sql } from '../db/index.ts'
import { requireAmount } from './accounts.ts'
import { giveBonus } from './bonus.ts'

/**
 * Gives a new account its bonus coins, in the caller's transaction: once for ever for each player, also when the
 * amount has been changed since. Answers whether they were given now. An amount of 0 gives nothing.
 */
export const giveWelcome = async (
  tx: Sql,
  { playerId, amount }: { playerId: string; amount: bigint },
): Promise<boolean> => {
  requireAmount(amount, 0n)
  if (amount === 0n) return false
  const gift = await giveBonus(tx, {
    kind: 'welcome',
    idempotency: { scope: 'welcome', key: playerId },
    ref: { type: 'player', id: playerId, step: 'welcome' },
    actor: 'platform',
    source: 'welcome',
    playerId,
    amount,
  })
  return gift.ok && !gift.replayed
}
