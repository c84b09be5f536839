import { join, resolve } from 'node:path'
import { isCountryCode } from '@minefall/shared/contact'
import {
  address,
  busVariables,
  exposureVariables,
  flag,
  logLevels,
  nodeName,
  oneOf,
  readSettings,
  refuseHalfProduction,
  startupError,
  text,
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
    .refine((list) => list.every(isCountryCode), 'must be letters of countries with commas between them')

/**
 * Every setting of the platform: an environment variable each, with its range and what it is without one.
 * docs/settings.md says the same for whoever runs it.
 */
export const platformVariables = z.object({
  ...busVariables,
  ...exposureVariables,
  /** Where everything that must last is kept: the embedded database, keys, logs. Made if missing. */
  DATA_DIR: text().default('./data'),
  /** A PostgreSQL server, version 15 and up, instead of the embedded database. */
  DATABASE_URL: address(['postgres', 'postgresql']).optional(),
  /** Most connections to that server, beside the four of matches. */
  DATABASE_CONNECTIONS: wholeNumber(1, 1_000).default(10),
  /** Statements that take so long are logged, in milliseconds; 0 logs none. */
  SLOW_STATEMENT_MS: wholeNumber(0, 600_000).default(500),
  /** Says that production may run on the embedded database, which does not survive a power cut for certain. */
  ALLOW_EMBEDDED_DATABASE: flag().default(false),
  /** Where the platform listens. Only BFFs need to reach it. */
  PLATFORM_HOST: text().default('127.0.0.1'),
  /** 0 takes a free port, as is right when BFF and platform are one process. */
  PLATFORM_PORT: wholeNumber(0, 65_535).default(0),
  /** Tells the nodes of a cluster apart in leases and logs; a drawn one without it. */
  NODE_NAME: nodeName().optional(),
  /** `production` is strict: JSON logs, no embedded database unless allowed by name. */
  NODE_ENV: oneOf(['production', 'development', 'test']).default('development'),
  /** The bearer token that `/metrics` may be read with from other machines. */
  METRICS_TOKEN: text().optional(),
  /** How much is logged. */
  LOG_LEVEL: oneOf(logLevels).default('info'),
  /** The house's share of a pot in hundredths of a percent, frozen into each match at its opening. */
  RAKE_BPS: wholeNumber(0, 10_000).default(0),
  /** Trial coins a guest begins with, and is topped up to before each trial match. */
  TRIAL_REFILL: wholeNumber(100, 1_000_000).default(1_000),
  /** Guests that one network address may bring to a first seat or message in an hour. */
  GUESTS_PER_ADDRESS_HOUR: wholeNumber(1, 10_000_000).default(1_000),
  /** The same in 24 hours. */
  GUESTS_PER_ADDRESS_DAY: wholeNumber(1, 10_000_000).default(3_000),
  /** Days that a guest who never played is kept; 0 keeps them for ever. */
  GUEST_DAYS: wholeNumber(0, 3_650).default(30),
  /** Bonus coins that a new account is given, 0 for none: without it 1000, and 0 in production. */
  WELCOME_COINS: wholeNumber(0, 1_000_000).optional(),
  /** How often the ledger is reconciled, in milliseconds; 0 leaves it to `npm run ledger:check`. */
  LEDGER_CHECK_MS: wholeNumber(0, 86_400_000).default(3_600_000),
  /** How long a deposit may be paid for, in milliseconds; its rate is kept as long. */
  DEPOSIT_EXPIRES_MS: wholeNumber(1_000, 86_400_000).default(1_800_000),
  /** Hours without withdrawals after a change of security; a new destination waits as long. */
  WITHDRAW_HOLDOFF_HOURS: wholeNumber(0, 720).default(24),
  /** Orders of so many coins and more need two people's approval. */
  SECOND_PERSON_COINS: wholeNumber(1, 1_000_000_000_000).default(10_000),
  /** Coins that one person, or one account's orders, may be approved by one person alone in 24 hours: without it as SECOND_PERSON_COINS. */
  SECOND_PERSON_DAY_COINS: wholeNumber(1, 1_000_000_000_000).optional(),
  /** The same in 7 days: without it three times as many. */
  SECOND_PERSON_WEEK_COINS: wholeNumber(1, 1_000_000_000_000).optional(),
  /** Days in which who approved deposits of an account approves none of its withdrawals nor its identity, and the other way round; 0 for no such days. */
  HANDS_APART_DAYS: wholeNumber(0, 3_650).default(90),
  /** Who takes online payments: `sandbox`, which only pretends to, or `none`: without it `sandbox`, and `none` in production. */
  CHECKOUT_PROVIDER: oneOf(['sandbox', 'none']).optional(),
  /** Countries, by their letters, whose people neither stake nor deposit nor are given gifts: `FR,US`. */
  BARRED_COUNTRIES: countryList().default([]),
  /** Hours until a higher limit of one's own, or none, may be confirmed. */
  LIMIT_RAISE_HOURS: wholeNumber(0, 720).default(24),
  /** Coins that two accounts may move between them in a day before they are not seated together again. */
  PAIR_COINS_PER_DAY: wholeNumber(1, 1_000_000_000_000).default(20_000),
  /** Coins that an account may lose at private tables in a day: by default one stake of the dearest table. */
  PRIVATE_LOSS_COINS_PER_DAY: wholeNumber(1, 1_000_000_000_000).default(10_000),
  /** Hours in which a new session stakes no coins at private tables without a proof that the account is its holder's. */
  PRIVATE_PROOF_HOURS: wholeNumber(0, 720).default(24),
  SEATS_PER_ADDRESS: wholeNumber(1, 100).default(2),
  /** Withdrawals of an account that go past so many coins in all wait for a review of its owner's identity. */
  IDENTITY_REVIEW_COINS: wholeNumber(1, 1_000_000_000_000).default(100_000),
  /** Days that an event of how the product is used is kept; 0 keeps none. */
  ANALYTICS_DAYS: wholeNumber(0, 3_650).default(90),
  /** What all such events may take, in bytes; beyond it the oldest are dropped. */
  ANALYTICS_BYTES: wholeNumber(1_048_576, 1_099_511_627_776).default(1_073_741_824),
  /** Bytes of them that callers who are not signed in may send in an hour from one network address. */
  ANALYTICS_BYTES_PER_ADDRESS: wholeNumber(65_536, 1_073_741_824).default(33_554_432),
  /** Bytes of them that one player who is signed in may send in an hour. */
  ANALYTICS_BYTES_PER_PLAYER: wholeNumber(65_536, 1_073_741_824).default(8_388_608),
  /** Hours that events and samples of players' connections are kept. */
  CONNECTION_HISTORY_HOURS: wholeNumber(1, 720).default(24),
  /** How many of each are kept at most: the newest. */
  CONNECTION_HISTORY_ROWS: wholeNumber(1_000, 1_000_000_000).default(2_000_000),
  /** Bytes that all who have no account may write in a day: messages and pictures to support, and reports. */
  GUEST_BYTES_PER_DAY: wholeNumber(65_536, 1_099_511_627_776).default(67_108_864),
  /** How long seats have to reveal their seeds once a match is locked, in milliseconds. */
  REVEAL_MS: wholeNumber(1, 60_000).default(5_000),
  /** How long a gathering match keeps the seat of a player whose connection is gone, in milliseconds. */
  GATHER_ABSENT_MS: wholeNumber(1, 600_000).default(30_000),
  /** How long the first player of a trial table waits for people before practice opponents fill it. */
  PRACTICE_FILL_MS: wholeNumber(0, 600_000).default(3_000),
  /** The shortest time a practice opponent thinks about a move, in milliseconds. */
  PRACTICE_THINK_MIN_MS: wholeNumber(0, 60_000).default(1_000),
  /** The longest time a practice opponent thinks about a move, in milliseconds. */
  PRACTICE_THINK_MAX_MS: wholeNumber(0, 60_000).default(4_000),
  /** How long a gathering match that nobody comes to stays open, in milliseconds. */
  ABANDON_MS: wholeNumber(1_000, 86_400_000).default(600_000),
  /** After a restart no turn's clock runs out sooner than this, in milliseconds. */
  RESTART_GRACE_MS: wholeNumber(0, 60_000).default(5_000),
  /** A match that stood still for longer than this, in milliseconds, is voided instead of resumed. */
  INTERRUPTED_MS: wholeNumber(1_000, 86_400_000).default(300_000),
  /** Where email is sent, `smtp://user:password@host:port` or `smtps://…`. */
  SMTP_URL: address(['smtp', 'smtps']).optional(),
  /** The sender of email. */
  MAIL_FROM: text().default('no-reply@localhost'),
  /** The HTTP gateway that takes SMS by POST. */
  SMS_URL: address(['http', 'https']).optional(),
  /** The JSON body of an SMS; `{to}` and `{text}` inside its texts are filled in. */
  SMS_TEMPLATE: json().default('{"to":"{to}","text":"{text}"}'),
  /** The `authorization` header that the SMS gateway wants. */
  SMS_AUTHORIZATION: text().optional(),
  /** SMS that people who are not known yet may cause in 24 hours, all together. */
  SMS_PER_DAY: wholeNumber(0, 10_000_000).default(1_000),
  /** The part of these, in percent, that is kept for numbers with accounts. */
  SMS_RESERVE_PERCENT: wholeNumber(0, 90).default(20),
  /** SMS that people who are not known yet may cause in an hour to numbers of one dial code. */
  SMS_PER_DIAL_CODE: wholeNumber(1, 1_000_000).default(100),
  /** Codes that people who are not known yet may cause in an hour from one network address. */
  CODES_PER_ADDRESS: wholeNumber(1, 1_000_000).default(10),
  /** Characters a new password must have at least. */
  PASSWORD_MIN: wholeNumber(6, 64).default(6),
  /** Memory of one password hash (Argon2id), in KiB. */
  PASSWORD_MEMORY_KIB: wholeNumber(8, 1_048_576).default(19_456),
  /** Passes over that memory. */
  PASSWORD_PASSES: wholeNumber(1, 100).default(2),
  /** Passwords hashed at the same time; more wait in line, so that logins don't slow matches down. */
  PASSWORD_AT_ONCE: wholeNumber(1, 64).default(1),
  /** The invitation code that is sent when nobody invited, eight digits. It belongs to no account. */
  DEFAULT_INVITATION_CODE: z
    .string()
    .regex(/^\d{8}$/, 'must be eight digits')
    .default('88888888'),
})

type Chosen = { WELCOME_COINS: number; CHECKOUT_PROVIDER: 'sandbox' | 'none' }
export type PlatformSettings = z.output<typeof platformVariables> & Chosen

/** Bonus coins for new accounts where nobody has said how many: enough to try the tables, and none that cost anybody money. */
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

/** What only an instance with people of its own is given: a database server, and ways to reach people. */
export const realOf = ({ DATABASE_URL, SMTP_URL, SMS_URL }: PlatformSettings) => ({
  DATABASE_URL,
  SMTP_URL,
  SMS_URL,
})

/** The settings of a platform that is a process of its own: it shares matches over NATS with those on its database alone. */
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

/** Where the database is: a server where one is named, else the embedded one's folder. */
export const databasePlace = ({
  DATA_DIR,
  DATABASE_URL,
}: PlatformSettings): { url: string } | { folder: string } =>
  DATABASE_URL === undefined ? { folder: join(resolve(DATA_DIR), 'database') } : { url: DATABASE_URL }
