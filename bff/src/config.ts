import { invitationCodePattern, languageTag, noticeLanguages } from '@minefall/shared/contracts/rest'
import {
  address,
  busVariables,
  exposureVariables,
  list,
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
import { widgetAddress } from './widget-address.ts'

const milliseconds = (min: number, max: number) => wholeNumber(min, max)
const bytes = (min: number, max: number) => wholeNumber(min, max)

/** Every setting of the BFF, by the name of its environment variable, with its default. */
export const bffSettingsSchema = z.object({
  ...busVariables,
  ...exposureVariables,
  /** `production` logs JSON lines. */
  NODE_ENV: oneOf(['production', 'development', 'test']).default('development'),
  /** How much is logged. */
  LOG_LEVEL: oneOf(logLevels).default('info'),
  /** Where people connect. 0 picks a free port. */
  PORT: wholeNumber(0, 65_535).default(8080),
  /**
   * The interface to listen on. All of them by default, so that a phone on the same network can join a match;
   * `127.0.0.1` keeps it to this machine.
   */
  HOST: text().default('0.0.0.0'),
  /** Where platforms answer REST, with commas between them; of an address only its origin counts. */
  UPSTREAM_URL: list()
    .pipe(z.array(address(['http', 'https']).transform((url) => new URL(url).origin)))
    .default([]),
  /**
   * Tells the platform that a call comes from its BFF. Without it the platform refuses every call. Of several lines, as
   * the platform's own file has while the key is changed, the last one is shown.
   */
  EDGE_KEY: text()
    .transform((lines) => lines.trim().split(/\s+/).at(-1) ?? '')
    .optional(),
  /** What this BFF's name on the bus begins with. */
  EDGE_ID: nodeName().max(48, 'must have at most 48 characters').optional(),
  /**
   * Threads that `npm start` runs the BFF in, beside the platform's: one for each further core by default, none where there
   * are one or two cores or a port can't be shared. Limits of a BFF are those of each thread.
   */
  EDGE_THREADS: wholeNumber(0, 128).optional(),
  /** Origins (`https://play.example`) that may open a live connection besides the one that served the page. */
  ALLOWED_ORIGINS: list().default([]),
  /** Proxies in front of this one whose `x-forwarded-for` is believed: how many, counted from here. */
  TRUSTED_PROXIES: wholeNumber(0, 10).default(0),
  /** The folder of the built client. That of this checkout by default. */
  CLIENT_DIR: text().optional(),
  /** Bearer token for `/metrics`. Without it only this machine may read them. */
  METRICS_TOKEN: text().optional(),

  /** The invitation code that pages send when nobody invited, eight digits. The platform is told the same. */
  DEFAULT_INVITATION_CODE: z
    .string()
    .regex(invitationCodePattern, 'must be eight digits')
    .default('88888888'),
  /** Who takes online payments, as the platform is told: pages call money of the `sandbox` test money. */
  CHECKOUT_PROVIDER: oneOf(['sandbox', 'none']).optional(),
  /** Whose words players read in a notice: their own language's, or the documented zh-CN text. */
  NOTICE_LANGUAGE: oneOf(noticeLanguages).default('player'),
  /** The `Accept-Language` that pages send with each call. */
  REQUEST_LANGUAGE: z.string().regex(languageTag, 'must be a language such as zh-CN').default('zh-CN'),
  /** The script of another support widget, which pages load in the place of ours. */
  SUPPORT_WIDGET_URL: widgetAddress().optional(),

  /** TCP connections open at a time, of everybody and of one address. */
  CONNECTIONS: wholeNumber(1, 1_000_000).default(10_000),
  CONNECTIONS_PER_ADDRESS: wholeNumber(1, 1_000_000).default(1_000),
  /** How long a request may take to arrive, from its connection or its first byte to the end of its body, in milliseconds. */
  REQUEST_MS: milliseconds(100, 300_000).default(15_000),
  /**
   * How long an answer may wait for its reader without any of it being taken, before its connection is ended, in
   * milliseconds. Live connections have a rule of their own.
   */
  ANSWER_UNREAD_MS: milliseconds(100, 600_000).default(20_000),
  /**
   * Pages and files one address may ask for in a minute; they don't count as REST calls. The first visit of a browser
   * takes about a hundred, later ones a few: by default a hundred people behind one address come in a minute.
   */
  STATIC_PER_MINUTE: wholeNumber(1, 10_000_000).default(12_000),
  /** REST calls one address may make in a minute. */
  REST_PER_MINUTE: wholeNumber(1, 1_000_000).default(300),
  /** Calls of one address, of any kind, that are passed on to platforms at a time. Others wait in line. */
  CALLS_AT_ONCE_PER_ADDRESS: wholeNumber(1, 10_000).default(8),
  /** Calls one address may make in a minute to tell how the product is used; they don't count as REST calls. */
  ANALYTICS_PER_MINUTE: wholeNumber(1, 1_000_000).default(600),
  /** Calls one address may make in a minute at the desk, of all staff there together; they don't count as REST calls. */
  DESK_PER_MINUTE: wholeNumber(1, 1_000_000).default(1_200),
  /** The largest body of a REST call, in bytes. */
  REST_BODY_BYTES: bytes(1024, 64 * 1024 * 1024).default(1024 * 1024),
  /** How long the platform may take to answer a REST call, in milliseconds. */
  REST_TIMEOUT_MS: milliseconds(100, 120_000).default(15_000),

  /** The largest live message, in bytes of JSON; a larger one is refused and counted. */
  LIVE_MESSAGE_BYTES: bytes(1024, 1024 * 1024).default(16 * 1024),
  /** The largest WebSocket message, in bytes; a larger one ends the connection without an answer. */
  LIVE_TRANSPORT_BYTES: bytes(2048, 4 * 1024 * 1024).default(64 * 1024),
  /** Live messages a second one socket may send on average, and how many at once. */
  LIVE_SOCKET_RATE: wholeNumber(1, 100_000).default(10),
  LIVE_SOCKET_BURST: wholeNumber(1, 100_000).default(40),
  /** The same for all sockets of one player together. */
  LIVE_PLAYER_RATE: wholeNumber(1, 100_000).default(20),
  LIVE_PLAYER_BURST: wholeNumber(1, 100_000).default(80),
  /** Messages refused for their rate before the socket is closed as flooding; one is forgiven each second. */
  LIVE_FLOOD_REFUSALS: wholeNumber(1, 100_000).default(60),
  /**
   * WebSocket messages and pings of any kind that one socket may send for each live message it may send. Beyond that
   * it is read more slowly.
   */
  LIVE_FRAMES_PER_MESSAGE: wholeNumber(1, 1_000).default(3),
  /** How long a socket that sends more may be held back altogether before it is closed as flooding, in milliseconds; a tenth of the time that passes is forgiven. */
  LIVE_HELD_MS: milliseconds(1, 600_000).default(5_000),
  /** Malformed messages before the socket is closed; one is forgiven every ten seconds. */
  LIVE_STRIKES: wholeNumber(1, 100_000).default(10),
  /** Sockets one player may have open at this BFF. */
  LIVE_SOCKETS_PER_PLAYER: wholeNumber(1, 100_000).default(8),
  /** Sockets one address may have open at this BFF, and how many it may open a minute. */
  LIVE_SOCKETS_PER_ADDRESS: wholeNumber(1, 1_000_000).default(500),
  LIVE_HANDSHAKES_PER_MINUTE: wholeNumber(1, 1_000_000).default(600),
  /** Handshakes that a connection closed as broken or flooding costs its address. */
  LIVE_OFFENCE_HANDSHAKES: wholeNumber(0, 10_000).default(20),
  /** Sockets of one address whose player is being asked for at a time; the others wait in line. */
  LIVE_IDENTIFYING_PER_ADDRESS: wholeNumber(1, 10_000).default(2),
  /** How long a socket may take from its upgrade to its handshake, in milliseconds. */
  LIVE_CONNECT_MS: milliseconds(50, 300_000).default(10_000),
  /** Matches one socket may follow at a time. */
  LIVE_FOLLOWS_PER_SOCKET: wholeNumber(1, 10_000).default(8),
  /** Milliseconds between two emotes of one player. */
  LIVE_EMOTE_MS: milliseconds(0, 60_000).default(1_500),
  /** Private tables one player may ask for in a minute; asking again for the same one counts as well. */
  LIVE_HOSTS_PER_MINUTE: wholeNumber(1, 100_000).default(20),
  /** What one player may say to the support chat in a minute, to read it among that; typing does not count. */
  LIVE_CHATS_PER_MINUTE: wholeNumber(1, 100_000).default(60),
  /** Bytes queued to a socket past which events are dropped for it; a snapshot follows when it has drained. */
  LIVE_QUEUE_SOFT_BYTES: bytes(1024, 64 * 1024 * 1024).default(128 * 1024),
  /** Bytes queued to a socket past which it is closed as too slow. */
  LIVE_QUEUE_HARD_BYTES: bytes(2048, 256 * 1024 * 1024).default(1024 * 1024),
  /** Between two WebSocket pings of a desk, in milliseconds. Each gets its own, up to a fifth off, so they spread. */
  LIVE_PING_MS: milliseconds(200, 60_000).default(5_000),
  /** How long a connection asked for a sign of life may stay silent, in milliseconds. */
  LIVE_PING_TIMEOUT_MS: milliseconds(200, 120_000).default(10_000),
  /** A round trip longer than this, or a ping unanswered for ten times this, shows the seat as `weak`. */
  LIVE_WEAK_MS: milliseconds(1, 60_000).default(400),
  /** How long an answer of the platform is waited for, in milliseconds. */
  LIVE_REQUEST_MS: milliseconds(50, 60_000).default(4_000),
  /** Live connections of desks at this BFF: in all, of one address, and new ones of an address in a minute. */
  DESK_SOCKETS: wholeNumber(1, 100_000).default(200),
  DESK_SOCKETS_PER_ADDRESS: wholeNumber(1, 100_000).default(50),
  DESK_HANDSHAKES_PER_MINUTE: wholeNumber(1, 100_000).default(120),
  /** How long before it stops this BFF asks its sockets to move, in milliseconds. */
  DRAIN_MS: milliseconds(0, 600_000).default(1_500),
})

export type BffSettings = z.output<typeof bffSettingsSchema> & { CHECKOUT_PROVIDER: 'sandbox' | 'none' }

/** Reads the settings from `env`; throws a start-up error that names the wrong one. */
export const readBffSettings = (env: Readonly<Record<string, string | undefined>>): BffSettings => {
  const settings = readSettings(bffSettingsSchema, env)
  const { NODE_ENV, CHECKOUT_PROVIDER = NODE_ENV === 'production' ? 'none' : 'sandbox' } = settings
  return { ...settings, CHECKOUT_PROVIDER }
}

/** How long a stop may take, in milliseconds: its sockets move first, then what is being answered comes to its end. */
export const stopWithinMs = ({ DRAIN_MS }: Pick<BffSettings, 'DRAIN_MS'>): number => DRAIN_MS + 12_000

/** What a BFF that is a process of its own can't do without. */
const needed = ['NATS_URL', 'UPSTREAM_URL', 'EDGE_KEY'] as const

/** There is another BFF to move to, and thousands who move take longer than whoever waits for Ctrl+C to be done. */
const ownDefaults = { DRAIN_MS: '20000' }

/** The settings of a BFF that is a process of its own: it must be told where the platform is, and be known to it. */
export const readOwnBffSettings = (env: Readonly<Record<string, string | undefined>>): BffSettings => {
  const settings = readBffSettings({ ...ownDefaults, ...env })
  const missing = needed.filter((name) => (settings[name]?.length ?? 0) === 0)
  if (missing.length === 0) {
    // Whoever is on NATS has a database server behind it.
    refuseHalfProduction({
      ...settings,
      listens: ['HOST', settings.HOST],
      real: { NATS_URL: settings.NATS_URL },
    })
    return settings
  }
  throw startupError(
    `A BFF of its own needs ${missing.join(' and ')}, which ${missing.length > 1 ? 'are' : 'is'} not set; \`npm start\` runs BFF and platform as one process.`,
  )
}
