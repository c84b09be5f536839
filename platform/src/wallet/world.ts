import type { Bus, Clock, Logger } from '@minefall/shared/node'
import type { Registry } from 'prom-client'
import type { Accounts } from '../accounts/index.ts'
import type { Database } from '../db/index.ts'
import type { KeyRing } from '../http/index.ts'
import type { RandomBytes } from './orders/order-number.ts'
import type { WalletSettings } from './settings.ts'

/** What the wallet is given: nothing in this folder knows another clock, another source of chance or another database. */
export type World = {
  db: Database
  bus: Bus
  clock: Clock
  log: Logger
  /** Draws a UUID. */
  newId: () => string
  randomBytes: RandomBytes
  accounts: Accounts
  settings: WalletSettings
  /** What the payment provider signs its webhooks with. */
  checkoutKeys: KeyRing
  metrics: Registry
}
