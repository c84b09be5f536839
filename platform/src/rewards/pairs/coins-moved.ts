/** What a seat paid in and got back. */
export type Paid = Readonly<{ playerId: string; payout: bigint }>

/** Coins that one account lost to another in a match, at least 1. */
export type Moved = Readonly<{ from: string; to: string; amount: bigint }>

/**
 * Who lost how much to whom in a match that everybody staked the same in: what each lost goes to those who gained, in
 * the proportion of their gains, in whole coins rounded down. The house's rake is lost to nobody.
 */
export const coinsMoved = (stake: bigint, seats: readonly Paid[]): Moved[] => {
  const nets = seats.map(({ playerId, payout }) => ({ playerId, net: payout - stake }))
  const [winners, losers] = [nets.filter(({ net }) => net > 0n), nets.filter(({ net }) => net < 0n)]
  const lost = losers.reduce((sum, { net }) => sum - net, 0n)
  return losers
    .flatMap(({ playerId: from, net: loss }) =>
      winners.map(({ playerId: to, net: gain }) => ({ from, to, amount: (gain * -loss) / lost })),
    )
    .filter(({ amount }) => amount > 0n)
}
