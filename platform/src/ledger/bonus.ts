import type { Sql } from '../db/index.ts'
import { type Posting, post, type Transfer } from './posting.ts'

type Bonus = Omit<Transfer, 'entries'> & {
  /** Whose account goes below zero by it. */
  source: 'welcome' | 'gifts' | 'referral'
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
