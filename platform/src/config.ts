import { join, resolve } from 'node:path'
import { isCountryCode } from '@minefall/shared/contact'
import {
  address,
  busVariables,
  flag,
  nodeName,
  programVariables,
  readSettings,
  refuseHalfProduction,
  startupError,
  text,
  traceVariables,
  wholeNumber,
} from '@minefall/shared/node'
import { z } from 'zod'

/** Any JSON. */
const json = () =>
  z.string().refine((value) => {
    try {
      JSON.parse(value)
      return true
    } catch {
      return false
    }
  }, 'must be JSON')

/** Letters of countries with commas between them. */
const countryList = () =>
  z
    .string()
    .transform((list) => list.split(',').map((letters) => letters.trim().toUpperCase()))
    .refine((list) => list.every(isCountryCode), 'must be country codes separated by commas, such as FR,US')

/**
 * Every setting of the platform: an environment variable each, with its default and range. `node scripts/settings.mjs`
 * writes docs/settings.md from it: a line comment is the heading there, and the comment above a setting its meaning.
 */
export const platformVariables = z.object({
  ...busVariables,
  ...traceVariables,
  ...programVariables,
  // Where things are
  /**
   * The folder for everything that must last: the embedded database (`database/`), keys (`keys/`), logs (`logs/`).
   * Created if missing, and locked while a process uses it.
   */
  DATA_DIR: text().default('./data'),
  /** A PostgreSQL server (15 or newer) instead of the embedded database: `postgres://user:password@host:port/name`. */
  DATABASE_URL: address(['postgres', 'postgresql']).optional(),
  /**
   * The most connections of a platform to that server, besides four for matches and one while it starts
   * ([operations.md](operations.md#sizing)).
   */
  DATABASE_CONNECTIONS: wholeNumber(1, 1_000).default(10),
  /** Statements that take this long or longer are logged, with the request they belong to. 0 logs none. */
  SLOW_STATEMENT_MS: wholeNumber(0, 600_000).default(500),
  /**
   * A folder with the operator's terms, privacy policy, responsible-play and contact pages, in place of the built-in
   * ones ([terms.md](terms.md)).
   */
  TERMS_DIR: text().optional(),
  /**
   * Production needs `DATABASE_URL`, because the embedded database may not survive a power cut. `1` allows it anyway.
   */
  ALLOW_EMBEDDED_DATABASE: flag().default(false),

  // The platform
  /** Where the platform listens. Only BFFs need to reach it. */
  PLATFORM_HOST: text().default('127.0.0.1'),
  /** The port to listen on. 0 picks a free one, which is right for one process. */
  PLATFORM_PORT: wholeNumber(0, 65_535).default(0),
  /**
   * The name of this node as an owner of shards, in logs and on the bus; random by default. A node doesn’t start while
   * another one answers to its name. At most 64 letters of A–Z, digits, `-` and `_`.
   */
  NODE_NAME: nodeName().optional(),

  // Matches
  /**
   * The house's share of a pot in hundredths of a percent: 250 is 2.5 %. A table may have its own
   * ([desk.md](desk.md#tables-and-activities)).
   */
  RAKE_BPS: wholeNumber(0, 10_000).default(0),
  /** Trial coins that a guest starts with and is topped up to before each trial match. */
  TRIAL_REFILL: wholeNumber(100, 1_000_000).default(1_000),
  /**
   * Withdrawable coins that two accounts may move between them in a day (UTC) before they are not seated together
   * again that day.
   */
  PAIR_COINS_PER_DAY: wholeNumber(1, 1_000_000_000_000).default(20_000),
  /**
   * Withdrawable coins that an account may lose at private tables in a day (UTC), to anyone
   * ([safer-play.md](safer-play.md#private-tables)).
   */
  PRIVATE_LOSS_COINS_PER_DAY: wholeNumber(1, 1_000_000_000_000).default(10_000),
  /**
   * How long a new session can’t stake coins at private tables unless its owner confirms the account with a code or the
   * payment password. 0 never asks.
   */
  PRIVATE_PROOF_HOURS: wholeNumber(0, 720).default(24),
  /**
   * Seats that one address (an IPv4 address, an IPv6 /64) may have at a public table for coins or bonus coins;
   * further ones sit at another table. This machine's own address is not counted. 6 or more switches
   * it off.
   */
  SEATS_PER_ADDRESS: wholeNumber(1, 100).default(2),
  /** How long all seats have to reveal their seeds once a match is locked. */
  REVEAL_MS: wholeNumber(1, 60_000).default(5_000),
  /** How long a gathering match keeps the seat of a player whose connection is gone. */
  GATHER_ABSENT_MS: wholeNumber(1, 600_000).default(30_000),
  /** How long those whom an arena seats at a match are waited for before it is called off. */
  ARENA_SIT_MS: wholeNumber(1, 600_000).default(12_000),
  /** How long a gathering match stays open without anyone at it. */
  ABANDON_MS: wholeNumber(1_000, 86_400_000).default(600_000),
  /** How long the first player of a trial waits for real players before practice opponents take the empty seats. */
  PRACTICE_FILL_MS: wholeNumber(0, 600_000).default(3_000),
  /** The shortest time a practice opponent thinks. */
  PRACTICE_THINK_MIN_MS: wholeNumber(0, 60_000).default(1_000),
  /** The longest time a practice opponent thinks. */
  PRACTICE_THINK_MAX_MS: wholeNumber(0, 60_000).default(4_000),
  /** After a restart no turn's clock runs out sooner than this. */
  RESTART_GRACE_MS: wholeNumber(0, 60_000).default(5_000),
  /** A match that was interrupted for longer than this is voided instead of resumed, and its stakes are returned. */
  INTERRUPTED_MS: wholeNumber(1_000, 86_400_000).default(300_000),

  // Guests
  /**
   * New guests of one network address who may take a seat or write in an hour: an IPv4 address, or the /64 of an IPv6
   * address. A /56 may have four times as many, a /48 sixteen times. Raise it if more people share one address.
   */
  GUESTS_PER_ADDRESS_HOUR: wholeNumber(1, 10_000_000).default(1_000),
  /** The same in 24 hours. */
  GUESTS_PER_ADDRESS_DAY: wholeNumber(1, 10_000_000).default(3_000),
  /** Days after which a guest who never played, wrote or reported anything is deleted. 0 keeps them forever. */
  GUEST_DAYS: wholeNumber(0, 3_650).default(30),

  // Safer play
  /**
   * Country codes (ISO 3166-1), separated by commas: `FR,US`. People who live there, by their own statement or their
   * phone number, can’t stake, deposit or get gifts. They can always withdraw.
   */
  BARRED_COUNTRIES: countryList().default([]),
  /** Hours until a player may confirm a higher limit, or the removal of one. */
  LIMIT_RAISE_HOURS: wholeNumber(0, 720).default(24),
  /**
   * Once an account’s withdrawals exceed this many coins in total, they wait until staff have reviewed its owner’s
   * identity.
   */
  IDENTITY_REVIEW_COINS: wholeNumber(1, 1_000_000_000_000).default(100_000),

  // Connections
  /** How many hours the events and samples of players’ connections are kept. */
  CONNECTION_HISTORY_HOURS: wholeNumber(1, 720).default(24),
  /** The most events, and the most samples, that are kept; older ones are deleted. */
  CONNECTION_HISTORY_ROWS: wholeNumber(1_000, 1_000_000_000).default(2_000_000),

  // Analytics
  /** Days that usage events are kept, from when they happened. 0 stores none at all. */
  ANALYTICS_DAYS: wholeNumber(0, 3_650).default(90),
  /** Bytes that all usage events together may take; beyond that, the oldest are deleted. */
  ANALYTICS_BYTES: wholeNumber(1_048_576, 1_099_511_627_776).default(1_073_741_824),
  /**
   * Bytes of usage events that callers who are not signed in may send in an hour from one network address. Raise it if
   * hundreds of people share one.
   */
  ANALYTICS_BYTES_PER_ADDRESS: wholeNumber(65_536, 1_073_741_824).default(33_554_432),
  /** Bytes of usage events that one signed-in player may send in an hour. */
  ANALYTICS_BYTES_PER_PLAYER: wholeNumber(65_536, 1_073_741_824).default(8_388_608),

  // The ledger
  /** Bonus coins that a new account gets once; 0 gives none. By default 1000, and 0 in production. */
  WELCOME_COINS: wholeNumber(0, 1_000_000).optional(),
  /** How often the ledger is reconciled while the platform runs. 0 leaves that to `npm run ledger:check`. */
  LEDGER_CHECK_MS: wholeNumber(0, 86_400_000).default(3_600_000),

  // Fairness
  /**
   * How often new lines of the fairness log and every finished match are checked, and the hourly heads stored
   * ([fairness.md](fairness.md#the-public-log)).
   */
  FAIRNESS_CHECK_MS: wholeNumber(1_000, 3_600_000).default(60_000),

  // The wallet
  /** How long a player has to pay for a deposit. Its rate is kept as long. */
  DEPOSIT_EXPIRES_MS: wholeNumber(1_000, 86_400_000).default(1_800_000),
  /**
   * Hours without withdrawals after a change of password or payment password; after one of a contact it is 72 at least.
   * A new destination waits as long, and so does a new contact until it proves anything ([accounts.md](accounts.md#proof)).
   */
  WITHDRAW_HOLDOFF_HOURS: wholeNumber(0, 720).default(24),
  /** Deposits and withdrawals of this many coins or more need two people’s approval. */
  SECOND_PERSON_COINS: wholeNumber(1, 1_000_000_000_000).default(10_000),
  /**
   * Coins that one person may approve alone in 24 hours, and the most that may be approved that way for one account;
   * beyond that, a second person is needed. By default, as many as `SECOND_PERSON_COINS`.
   */
  SECOND_PERSON_DAY_COINS: wholeNumber(1, 1_000_000_000_000).optional(),
  /** The same in 7 days. By default, three times `SECOND_PERSON_COINS`. */
  SECOND_PERSON_WEEK_COINS: wholeNumber(1, 1_000_000_000_000).optional(),
  /**
   * Days in which a person who approved an account’s deposit can’t approve its withdrawals or its identity, and the
   * other way around. 0 lets one person do both.
   */
  HANDS_APART_DAYS: wholeNumber(0, 3_650).default(90),

  // Accounts
  /** The mail server: `smtp://user:password@host:port`, or `smtps://…` for TLS from the start. */
  SMTP_URL: address(['smtp', 'smtps']).optional(),
  /** The sender of email, such as `Minefall <no-reply@play.example>`. */
  MAIL_FROM: text().default('no-reply@localhost'),
  /** The HTTP gateway to which each SMS is posted. */
  SMS_URL: address(['http', 'https']).optional(),
  /** The JSON body of that POST, with `{to}` (the number with its plus) and `{text}` filled in. */
  SMS_TEMPLATE: json().default('{"to":"{to}","text":"{text}"}'),
  /** The `authorization` header for that gateway. */
  SMS_AUTHORIZATION: text().optional(),
  /**
   * Bytes that everyone without an account together may write in a day: messages and pictures to support, and problem
   * reports. One network address may write a sixteenth of that.
   */
  GUEST_BYTES_PER_DAY: wholeNumber(65_536, 1_099_511_627_776).default(67_108_864),
  /** SMS that all unknown devices together may request in 24 hours. Known devices are not affected. */
  SMS_PER_DAY: wholeNumber(0, 10_000_000).default(1_000),
  /** Emails with a code that all unknown devices together may request in 24 hours. Known devices are not affected. */
  MAIL_PER_DAY: wholeNumber(0, 10_000_000).default(10_000),
  /**
   * The share of `SMS_PER_DAY`, and of `MAIL_PER_DAY`, that is reserved for contacts that have an account. 0 reserves
   * none.
   */
  SMS_RESERVE_PERCENT: wholeNumber(0, 90).default(20),
  /**
   * SMS that unknown devices may request in an hour for numbers with one dial code. Raise it if many new players come
   * from one country.
   */
  SMS_PER_DIAL_CODE: wholeNumber(1, 1_000_000).default(100),
  /**
   * Codes that unknown devices may request in an hour from one network address. In IPv6, a /56 has 4 times and a /48 16
   * times as many. Raise it if many new players share one.
   */
  CODES_PER_ADDRESS: wholeNumber(1, 1_000_000).default(10),
  /** The minimum length of a new password; 6 is the documented one. */
  PASSWORD_MIN: wholeNumber(6, 64).default(6),
  /** Memory of one password hash (Argon2id), in KiB. */
  PASSWORD_MEMORY_KIB: wholeNumber(8, 1_048_576).default(19_456),
  /** Passes over that memory. */
  PASSWORD_PASSES: wholeNumber(1, 100).default(2),
  /** How many passwords are hashed at the same time. Others wait in line, so that logins don’t slow matches down. */
  PASSWORD_AT_ONCE: wholeNumber(1, 64).default(1),
})

type Chosen = { WELCOME_COINS: number; CHECKOUT_PROVIDER: 'sandbox' | 'none' }
export type PlatformSettings = z.output<typeof platformVariables> & Chosen

/** Bonus coins for new accounts where no number is set: enough to try the tables, and worth no money. */
const welcomeCoins = { production: 0, development: 1_000, test: 1_000 } as const

/** Reads and checks all settings together. Throws a start-up error that names the variable. */
export const readPlatformSettings = (env: Readonly<Record<string, string | undefined>>): PlatformSettings => {
  const settings = readSettings(platformVariables, env)
  if (settings.NODE_ENV === 'production' && !settings.DATABASE_URL && !settings.ALLOW_EMBEDDED_DATABASE)
    throw startupError(
      'DATABASE_URL must name a PostgreSQL server when NODE_ENV is production, or ALLOW_EMBEDDED_DATABASE must be 1, but neither is set.',
    )
  if (settings.PRACTICE_THINK_MIN_MS > settings.PRACTICE_THINK_MAX_MS)
    throw startupError(
      `PRACTICE_THINK_MIN_MS must not be more than PRACTICE_THINK_MAX_MS, but it is ${settings.PRACTICE_THINK_MIN_MS} and the other ${settings.PRACTICE_THINK_MAX_MS}.`,
    )
  return {
    ...settings,
    WELCOME_COINS: settings.WELCOME_COINS ?? welcomeCoins[settings.NODE_ENV],
    CHECKOUT_PROVIDER:
      settings.CHECKOUT_PROVIDER ?? (settings.NODE_ENV === 'production' ? 'none' : 'sandbox'),
  }
}

/** Settings only an instance with real users has: a database server, and ways to reach people. */
export const realOf = ({ DATABASE_URL, SMTP_URL, SMS_URL }: PlatformSettings) => ({
  DATABASE_URL,
  SMTP_URL,
  SMS_URL,
})

/** The settings of a platform in a separate process: it shares matches over NATS with those on its database alone. */
export const readOwnPlatformSettings = (
  env: Readonly<Record<string, string | undefined>>,
): PlatformSettings => {
  const settings = readPlatformSettings(env)
  if (settings.NATS_URL !== undefined && settings.DATABASE_URL === undefined)
    throw startupError(
      'With NATS_URL this platform shares its matches with others, so DATABASE_URL must name the PostgreSQL server that all of them use, but it is not set.',
    )
  refuseHalfProduction({
    ...settings,
    listens: ['PLATFORM_HOST', settings.PLATFORM_HOST],
    real: realOf(settings),
  })
  return settings
}

/** The database: a server if one is set, else the embedded one's folder. */
export const databasePlace = ({
  DATA_DIR,
  DATABASE_URL,
}: PlatformSettings): { url: string } | { folder: string } =>
  DATABASE_URL === undefined ? { folder: join(resolve(DATA_DIR), 'database') } : { url: DATABASE_URL }
