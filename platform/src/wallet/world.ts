import type { AcceptedTerms } from '@minefall/shared/contracts/rest'
import type { Bus, Clock, Logger } from '@minefall/shared/node'
import type { OrderKind } from '@minefall/shared/payments'
import type { Registry } from 'prom-client'
import type { Accounts } from '../accounts/index.ts'
import type { PlatformSettings } from '../config.ts'
import type { Database } from '../db/index.ts'
import type { KeyRing } from '../http/index.ts'

/** Everything that may be set about the wallet, by the names it uses; what each is says `platformVariables`. */
export const walletSettingsOf = (settings: PlatformSettings) => ({
  payWithinMs: settings.DEPOSIT_EXPIRES_MS,
  holdOffMs: settings.WITHDRAW_HOLDOFF_HOURS * 3_600_000,
  secondPersonFrom: BigInt(settings.SECOND_PERSON_COINS),
  secondPersonInDay: BigInt(settings.SECOND_PERSON_DAY_COINS ?? settings.SECOND_PERSON_COINS),
  secondPersonInWeek: BigInt(settings.SECOND_PERSON_WEEK_COINS ?? 3 * settings.SECOND_PERSON_COINS),
  handsApartMs: settings.HANDS_APART_DAYS * 86_400_000,
  identityReviewAbove: BigInt(settings.IDENTITY_REVIEW_COINS),
  /** Whether manual methods without an account of ours show an example of one; never in production. */
  exampleAccounts: settings.NODE_ENV !== 'production',
  checkout: settings.CHECKOUT_PROVIDER,
  /** Whether the sandbox is refused once a deposit of real money has completed. */
  refusesSandboxBesideMoney: settings.NODE_ENV === 'production',
  barredCountries: settings.BARRED_COUNTRIES,
})
export type WalletSettings = ReturnType<typeof walletSettingsOf>

export type RandomBytes = (count: number) => Uint8Array

/** Digits, all equally likely: bytes from 250 on would make the low ones likelier. */
export const drawDigits = (count: number, randomBytes: RandomBytes): string => {
  let digits = ''
  while (digits.length < count)
    for (const byte of randomBytes(count))
      if (byte < 250 && digits.length < count) digits += String(byte % 10)
  return digits
}

/** The number of an order, such as `D48213-7720`: drawn, so that it does not reveal how many there are. */
export const drawOrderNumber = (kind: OrderKind, randomBytes: RandomBytes): string => {
  const digits = drawDigits(9, randomBytes)
  return `${kind === 'deposit' ? 'D' : 'W'}${digits.slice(0, 5)}-${digits.slice(5)}`
}

/** Injected dependencies: no other clock, randomness or database is used in this folder. */
export type World = {
  db: Database
  bus: Bus
  clock: Clock
  log: Logger
  /** Draws a UUID. */
  newId: () => string
  randomBytes: RandomBytes
  accounts: Accounts
  /** The versions of the terms that hold now. */
  terms: AcceptedTerms
  settings: WalletSettings
  /** What the payment provider signs its webhooks with. */
  checkoutKeys: KeyRing
  metrics: Registry
}
