/** Everything about rewards that an operator may set; each has its line in docs/settings.md. */
export type RewardsSettings = {
  /** Countries, by their letters, whose people are given no gifts. */
  barredCountries: readonly string[]
  /** Coins that two accounts may move between them in a day (UTC) before staff are told. */
  pairCoinsMost: bigint
}
