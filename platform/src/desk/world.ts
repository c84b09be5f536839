import type { Bus, Clock, Logger, OwnerDirectory, Router } from '@minefall/shared/node'
import type { Accounts, Hasher } from '../accounts/index.ts'
import type { Database } from '../db/index.ts'
import type { Health } from '../health/index.ts'
import type { KeyRing } from '../http/index.ts'
import type { MatchSettings } from '../matches/index.ts'
import type { SaferPlaySettings } from '../safer-play/index.ts'
import type { StaffPresence } from '../support/index.ts'
import type { WalletSettings } from '../wallet/index.ts'

/** Injected dependencies: no other clock, randomness or database is used in this folder. */
export type World = {
  db: Database
  bus: Bus
  /** Asks the owners of matches. */
  route: Pick<Router, 'request'>
  /** Which nodes have matches. */
  owners: Pick<OwnerDirectory, 'nodes' | 'silentFor'>
  clock: Clock
  log: Logger
  /** Draws a UUID. */
  newId: () => string
  randomBytes: (count: number) => Uint8Array
  hasher: Hasher
  /** Writes an email; false, with a line in the log, where it can't be sent. */
  mail: Accounts['mail']
  /** Seals the secrets of second factors. */
  staffKeys: KeyRing
  /** The address people type, where one is set. */
  publicUrl: string | undefined
  /** Notified of who of staff is online. */
  presence: Pick<StaffPresence, 'heard' | 'gone'>
  /** Connection history and program health. */
  health: Omit<Health, 'close'>
  /** The operator's rake, and what trial coins are filled up to. */
  play: Pick<MatchSettings, 'rakeBps' | 'trialRefill'>
  settings: Pick<
    WalletSettings,
    'secondPersonFrom' | 'secondPersonInDay' | 'secondPersonInWeek' | 'handsApartMs' | 'identityReviewAbove'
  > &
    SaferPlaySettings
}
