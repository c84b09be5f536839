import type { HistoryMatch, VipCenter } from '@minefall/shared/contracts/rest'

/** An account's seat in a match that is over. */
export type MatchSeat = {
  playerId: string
  outcome: HistoryMatch['outcome']
  /** 1 for who stayed in; null where no one was placed. */
  place: HistoryMatch['place']
  /** What came back to the player. */
  payout: bigint
}

/** A settled match for coins or bonus coins, as everything that play counts for hears of it, once. */
export type CountedMatch = {
  matchId: string
  gameId: string
  asset: 'coin' | 'promo'
  /** Coins that each seat staked. */
  stake: bigint
  endedAt: Date
  isPrivate: boolean
  isRematch: boolean
  hasClues: boolean
  /** By player id, so that anyone who locks rows in this order waits for no one in a circle. */
  seats: readonly MatchSeat[]
}

/** Why a seat moves nothing. */
export type Discount = VipCenter['discounted'][number]['reason']

/** Why two players of a match are no strangers to each other. */
export type Tie = Extract<Discount, 'same-device' | 'same-payout' | 'same-opponent'>

/** Two players of a match; `tie` is null for strangers. */
export type Meeting = { playerIds: readonly [string, string]; tie: Tie | null }

/** A seat with what it counts for: everything where `discounted` is null. */
export type CountedSeat = MatchSeat & { discounted: Discount | null }
