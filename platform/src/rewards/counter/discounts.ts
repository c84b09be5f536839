import type { CountedMatch, CountedSeat, Discount, Meeting, Tie } from '../counted-match.ts'

/** Of several reasons the one that says most. */
const weight: readonly Tie[] = ['same-device', 'same-payout', 'same-opponent']

/** Why a seat moves nothing by who else sat there: one stranger is enough for it to count. */
const tieAmong = (playerId: string, meetings: readonly Meeting[]): Tie | null => {
  const ties = meetings.filter(({ playerIds }) => playerIds.includes(playerId)).map(({ tie }) => tie)
  return ties.includes(null) ? null : (weight.find((tie) => ties.includes(tie)) ?? null)
}

/** What each seat of a match counts for. `meetings` are all pairs of its players. */
export const discountSeats = (match: CountedMatch, meetings: readonly Meeting[]): CountedSeat[] => {
  const ofMatch: Discount | null = match.isPrivate ? 'private' : match.isRematch ? 'rematch' : null
  return match.seats.map((seat) => ({
    ...seat,
    discounted: ofMatch ?? tieAmong(seat.playerId, meetings),
  }))
}
