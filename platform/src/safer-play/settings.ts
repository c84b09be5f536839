/** Everything about safer play that an operator may set; each has its line in docs/settings.md. */
export type SaferPlaySettings = {
  /** Countries, by their letters, whose people neither stake nor deposit nor are given gifts. */
  barredCountries: readonly string[]
  /** How long a higher limit, or none, waits until it may be confirmed, in milliseconds. */
  limitRaiseMs: number
  /** Withdrawable coins that an account may lose at private tables in a day (UTC). */
  privateLossMost: bigint
}
