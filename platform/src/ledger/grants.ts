import { v7 as uuid } from 'uuid'
import type { Call, Sql } from '../db/index.ts'
import { requireAmount } from './accounts.ts'
import { type Posting, post, requestHash, type Transfer } from './posting.ts'

type Bonus = Omit<Transfer, 'entries'> & {
  /** Whose account goes below zero by it. */
  source: 'welcome' | 'gifts' | 'referral' | 'arenas'
  playerId: string
  /** Bonus coins, above zero. */
  amount: bigint
}

/** Gives a player bonus coins, in the caller's transaction. The answer is that of `post`. */
export const giveBonus = (tx: Sql, { source, playerId, amount, ...transfer }: Bonus): Promise<Posting> =>
  post(tx, {
    ...transfer,
    entries: [
      { account: { kind: 'promo', owner: source, asset: 'promo' }, amount: -amount },
      { account: { kind: 'player', owner: playerId, asset: 'promo' }, amount },
    ],
  })

/**
 * Fills a player's trial coins up to `to` available, at most once for each `key`. Who has enough gets nothing,
 * and the key can still be used. Makes the player's account if need be.
 */
export const refillTrial = ({ playerId, to, key }: { playerId: string; to: bigint; key: string }): Call => {
  requireAmount(to, 1n)
  return { name: 'refill_trial', values: [playerId, to, key, uuid(), requestHash('refill', playerId, to)] }
}

/**
 * Gives a new account its bonus coins, in the caller's transaction: only once for each player, even when the
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
