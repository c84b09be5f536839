import type { Contact } from '@minefall/shared/contracts/rest'
import type { LanguageId } from '@minefall/shared/languages'
import type { Bus, Clock, Logger } from '@minefall/shared/node'
import { Counter, type Registry } from 'prom-client'
import type { Database, Sql } from '../db/index.ts'
import type { KeyRing } from '../http/index.ts'
import type { Guests } from '../players/index.ts'
import type { Terms } from '../terms/index.ts'
import type { Channels } from './channels/channels.ts'
import type { Hasher } from './passwords/hasher.ts'
import type { AccountSettings } from './settings.ts'

type CodeMetrics = {
  /** A code was handed to its channel, or could not be. */
  delivered(kind: Contact['kind'], sent: boolean): void
}

export const codeMetrics = (registry: Registry): CodeMetrics => {
  const codes = new Counter({
    name: 'minefall_codes_total',
    help: 'One-time codes by channel: handed over to it, or failed; also where no channel is set.',
    labelNames: ['channel', 'result'],
    registers: [registry],
  })
  for (const channel of ['email', 'phone'])
    for (const result of ['sent', 'failed']) codes.inc({ channel, result }, 0)
  return { delivered: (channel, sent) => codes.inc({ channel, result: sent ? 'sent' : 'failed' }) }
}

/** The keys of accounts, each ring from a file outside the database. */
type AccountKeys = {
  /** Signs tokens. */
  token: KeyRing
  /** Signs one-time codes. */
  code: KeyRing
  /** Peppers payment passwords. */
  pepper: KeyRing
}

/**
 * Reverts more when a change is undone, in its transaction. `since` is when the change was made. Times are in
 * milliseconds since 1970. The function that it resolves with runs after the commit.
 */
export type UndoStep = (
  tx: Sql,
  undone: { playerId: string; since: number; at: number },
) => Promise<() => Promise<void>>

/** Injected dependencies: no other clock, randomness or database is used in this folder. */
export type World = {
  db: Database
  bus: Bus
  clock: Clock
  log: Logger
  /** Guests, one of whom becomes the player of a new account. */
  guests: Guests
  /** The trial coins a new player begins with. */
  trialCoins: bigint
  /** The bonus coins that a new account is given, 0 for none. */
  welcomeCoins: bigint
  /** Draws a UUID, version 7. */
  newId: () => string
  randomBytes: (count: number) => Uint8Array
  keys: AccountKeys
  settings: AccountSettings
  channels: Channels
  metrics: CodeMetrics
  hasher: Hasher
  /** Runs work that an answer must not wait for: it may take long, or its time reveal something. Failures are logged. */
  afterwards: (work: () => Promise<void>) => void
  undoSteps: UndoStep[]
  terms: Terms
}

/** The caller as the edge reports it: address and user agent. */
export type Caller = {
  address: string
  userAgent: string
  /** The language of the calling page; null if it is none of ours. */
  language: LanguageId | null
}
