/** Everything about the wallet that an operator may set; each has its line in docs/settings.md. */
export type WalletSettings = {
  /** How long a deposit may be paid for, in milliseconds; its rate is kept as long. */
  payWithinMs: number
  /** How long nothing can be withdrawn after a change of security, or to a new destination, in milliseconds. */
  holdOffMs: number
  /** Orders of so many coins and more need two people's approval. */
  secondPersonFrom: bigint
  /** Coins of one person's approvals, or of one account, that one person each approves in 24 hours and in 7 days. */
  secondPersonInDay: bigint
  secondPersonInWeek: bigint
  /** How long who approved one side of an account approves nothing of its other side, in milliseconds. */
  handsApartMs: number
  /** Withdrawals that would take an account past so many coins in all wait for a review of its owner's identity. */
  identityReviewAbove: bigint
  /** Whether manual methods without an account of ours show an example of one; never in production. */
  exampleAccounts: boolean
  /** Who takes online payments: the sandbox, which only pretends to, or nobody. */
  checkout: 'sandbox' | 'none'
  /** Whether the sandbox is refused once a deposit of real money has completed. */
  refusesSandboxBesideMoney: boolean
  /** Countries, by their letters, whose people place no deposits. */
  barredCountries: readonly string[]
}

const hour = 3_600_000

export const defaultWalletSettings: WalletSettings = {
  payWithinMs: hour / 2,
  holdOffMs: 24 * hour,
  secondPersonFrom: 10_000n,
  secondPersonInDay: 10_000n,
  secondPersonInWeek: 30_000n,
  handsApartMs: 90 * 24 * hour,
  identityReviewAbove: 100_000n,
  exampleAccounts: true,
  checkout: 'sandbox',
  refusesSandboxBesideMoney: false,
  barredCountries: [],
}
