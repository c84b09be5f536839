import { emoteRestMs } from '@minefall/shared/contracts/live'
import { languageTag, noticeLanguages } from '@minefall/shared/contracts/rest'
import {
  address,
  busVariables,
  list,
  nodeName,
  oneOf,
  programVariables,
  readSettings,
  refuseHalfProduction,
  startupError,
  text,
  traceVariables,
  wholeNumber,
} from '@minefall/shared/node'
import { z } from 'zod'

/** This machine, where a script may come without TLS: who develops a widget has it here. */
const thisMachine = ['localhost', '127.0.0.1', '[::1]']

/**
 * The address of a script that pages may load. Its host becomes part of a page's policy, where an asterisk or a semicolon
 * would be more than a name.
 */
const widgetAddress = () =>
  z.string().refine((value) => {
    const url = URL.canParse(value) ? new URL(value) : null
    if (url === null || url.username !== '' || url.password !== '') return false
    if (url.protocol === 'http:') return thisMachine.includes(url.hostname)
    return url.protocol === 'https:' && /^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])$/.test(url.hostname)
  }, 'must be an address that begins with https://, or with http://localhost')

const milliseconds = (min: number, max: number) => wholeNumber(min, max)
const bytes = (min: number, max: number) => wholeNumber(min, max)

/** Every setting of the BFF, by the name of its environment variable; docs/settings.md is written from it. */
export const bffSettingsSchema = z.object({
  ...busVariables,
  ...traceVariables,
  ...programVariables,
  // What people connect to (BFF)
  /** The port to listen on. 0 picks a free one. */
  PORT: wholeNumber(0, 65_535).default(8080),
  /**
   * The interface to listen on. By default all of them, so that a phone on the same network can join. `127.0.0.1` keeps
   * it to this machine, which is required with `DATABASE_URL` outside production.
   */
  HOST: text().default('0.0.0.0'),
  /**
   * Other origins that may open a live connection, besides the one that served the page, separated by commas:
   * `https://play.example`.
   */
  ALLOWED_ORIGINS: list().default([]),
  /** How many proxies in front are trusted to set `x-forwarded-for`. */
  TRUSTED_PROXIES: wholeNumber(0, 10).default(0),
  /** The folder of the built client; by default, this checkout’s. */
  CLIENT_DIR: text().optional(),
  /**
   * What this BFF’s name on the bus begins with, at most 48 letters of A–Z, digits, `-` and `_`; each start adds its
   * own ending.
   */
  EDGE_ID: nodeName().max(48, 'must have at most 48 characters').optional(),
  /**
   * Threads that `npm start` runs the BFF in, beside the platform’s, up to 128: by default one for each further
   * core, and none on one or two cores. They share `PORT`, as Linux lets them with Node 23.1; elsewhere the log says
   * so once, and one thread serves all. Each takes about 70 MB.
   */
  EDGE_THREADS: wholeNumber(0, 128).optional(),
  /**
   * The platforms’ REST addresses, separated by commas: `http://10.0.0.7:8090,http://10.0.0.8:8090`. `npm start` sets
   * it.
   */
  UPSTREAM_URL: list()
    .pipe(z.array(address(['http', 'https']).transform((url) => new URL(url).origin)))
    .default([]),
  /**
   * Proves to the platform that a call comes from its BFF: the content of `DATA_DIR/keys/edge`. `npm start` passes it
   * on.
   */
  EDGE_KEY: text()
    .transform((lines) => lines.trim().split(/\s+/).at(-1) ?? '')
    .optional(),
  /**
   * Which words players read in notices: `player` for their own language, `documented` for the documented text, Chinese
   * or English.
   */
  NOTICE_LANGUAGE: oneOf(noticeLanguages).default('player'),
  /** The `Accept-Language` that pages send with each call. It sets the language of `msg`. */
  REQUEST_LANGUAGE: z.string().regex(languageTag, 'must be a language such as zh-CN').default('zh-CN'),
  /**
   * The script of another support widget, `https://…` (or `http://localhost…`), which pages load in place of
   * ours; see [support.md](support.md#another-widget). Its origin joins the page’s content policy.
   */
  SUPPORT_WIDGET_URL: widgetAddress().optional(),
  /**
   * How long a stopping BFF gives its connections to move; 20000 by default for a BFF in a separate process. It stops
   * as soon as all have moved.
   */
  DRAIN_MS: milliseconds(0, 600_000).default(1_500),

  // Limits of the BFF
  /** TCP connections open at a time. */
  CONNECTIONS: wholeNumber(1, 1_000_000).default(10_000),
  /**
   * The same of one address; the /48 of an IPv6 one has two fifths of `CONNECTIONS`, or as many as an address if that is
   * more. Not applied with `TRUSTED_PROXIES`: then every connection is a proxy’s.
   */
  CONNECTIONS_PER_ADDRESS: wholeNumber(1, 1_000_000).default(1_000),
  /** How long a request may take to arrive, headers and body. */
  REQUEST_MS: milliseconds(100, 300_000).default(15_000),
  /** How long a caller may read nothing of an answer before its connection is closed. Not for live connections. */
  ANSWER_UNREAD_MS: milliseconds(100, 600_000).default(20_000),
  /** Pages and files one address may ask for in a minute; a first visit takes about a hundred. */
  STATIC_PER_MINUTE: wholeNumber(1, 10_000_000).default(12_000),
  /** REST calls one address may make in a minute. */
  REST_PER_MINUTE: wholeNumber(1, 1_000_000).default(300),
  /** Calls with usage statistics that one address may make in a minute. They don’t count as REST calls. */
  ANALYTICS_PER_MINUTE: wholeNumber(1, 1_000_000).default(600),
  /**
   * Bytes of usage statistics that all callers without a session together may send in a second; eight times as many at
   * once.
   */
  ANALYTICS_BYTES_PER_SECOND: wholeNumber(1_024, 1_073_741_824).default(32_768),
  /**
   * Calls to the desk that one address may make in a minute, all its staff together. They don’t count as REST calls.
   */
  DESK_PER_MINUTE: wholeNumber(1, 1_000_000).default(1_200),
  /**
   * Calls, live connections, and what guests ask of support, ways to a seat and looks at ended matches and at arenas, that
   * begin in a second of all who show no known session, whatever their addresses; the rest wait, addresses taking turns.
   * Above 1000 none waits.
   */
  STRANGERS_PER_SECOND: wholeNumber(1, 1_000_000).default(125),
  /**
   * Calls of any kind from one address that are passed on to platforms at a time. Up to 512 more wait; any further ones
   * get 1429.
   */
  CALLS_AT_ONCE_PER_ADDRESS: wholeNumber(1, 10_000).default(8),
  /** The largest body of a REST call. A picture may have 5 MB besides. */
  REST_BODY_BYTES: bytes(1024, 64 * 1024 * 1024).default(1024 * 1024),
  /** How long the platform may take to answer a REST call. */
  REST_TIMEOUT_MS: milliseconds(100, 120_000).default(15_000),
  /** The largest live message as JSON; a larger one is refused and counted. */
  LIVE_MESSAGE_BYTES: bytes(1024, 1024 * 1024).default(16 * 1024),
  /** The largest WebSocket message; a larger one ends the connection without an answer. */
  LIVE_TRANSPORT_BYTES: bytes(2048, 4 * 1024 * 1024).default(64 * 1024),
  /** Live messages per second that one socket may send on average. */
  LIVE_SOCKET_RATE: wholeNumber(1, 100_000).default(10),
  /** Live messages one socket may send at once. */
  LIVE_SOCKET_BURST: wholeNumber(1, 100_000).default(40),
  /** Live messages per second that all sockets of one player may send on average. */
  LIVE_PLAYER_RATE: wholeNumber(1, 100_000).default(20),
  /** Live messages all sockets of one player may send at once. */
  LIVE_PLAYER_BURST: wholeNumber(1, 100_000).default(80),
  /**
   * How many messages are refused for their rate before the socket is closed as flooding; one is forgiven each second.
   */
  LIVE_FLOOD_REFUSALS: wholeNumber(1, 100_000).default(60),
  /** Packets of any kind a socket may send for each live message it may send; beyond that it is read more slowly. */
  LIVE_FRAMES_PER_MESSAGE: wholeNumber(1, 1_000).default(3),
  /**
   * How long in total a socket that sends more is slowed down before it is closed as flooding; a tenth of the time that
   * passes is forgiven.
   */
  LIVE_HELD_MS: milliseconds(1, 600_000).default(5_000),
  /** Malformed messages before a socket is closed; one is forgiven every ten seconds. */
  LIVE_STRIKES: wholeNumber(1, 100_000).default(10),
  /** Sockets one player may have open. */
  LIVE_SOCKETS_PER_PLAYER: wholeNumber(1, 100_000).default(8),
  /** Sockets one address may have open. */
  LIVE_SOCKETS_PER_ADDRESS: wholeNumber(1, 1_000_000).default(500),
  /** Sockets one address may open in a minute. */
  LIVE_HANDSHAKES_PER_MINUTE: wholeNumber(1, 1_000_000).default(600),
  /** How many handshakes an address loses when one of its connections is closed as broken or flooding. */
  LIVE_OFFENCE_HANDSHAKES: wholeNumber(0, 10_000).default(20),
  /** Sockets of one address whose players are identified at a time; the others wait in line. */
  LIVE_IDENTIFYING_PER_ADDRESS: wholeNumber(1, 10_000).default(2),
  /** How long a socket may take from its upgrade to its handshake. */
  LIVE_CONNECT_MS: milliseconds(50, 300_000).default(10_000),
  /** Matches one socket may follow at a time; one that is over makes room. */
  LIVE_FOLLOWS_PER_SOCKET: wholeNumber(1, 10_000).default(8),
  /** Time between two emotes of one player. */
  LIVE_EMOTE_MS: milliseconds(0, 60_000).default(emoteRestMs),
  /** Private tables one player may ask for in a minute, the same one again included. */
  LIVE_HOSTS_PER_MINUTE: wholeNumber(1, 100_000).default(20),
  /** How often one player may look for a seat or take one in a minute; each seat, left again or not, stays in its match's journal. */
  LIVE_SITS_PER_MINUTE: wholeNumber(1, 100_000).default(60),
  /** Requests to the support chat that one player may make in a minute; typing doesn’t count. */
  LIVE_CHATS_PER_MINUTE: wholeNumber(1, 100_000).default(60),
  /**
   * How often one player may ask in a minute to watch an arena, or about matches that no platform has in memory, such as
   * ended ones, whose whole journal is then read.
   */
  LIVE_LOOKUPS_PER_MINUTE: wholeNumber(1, 100_000).default(60),
  /** Bytes queued to a socket past which events are dropped for it; a snapshot follows. */
  LIVE_QUEUE_SOFT_BYTES: bytes(1024, 64 * 1024 * 1024).default(128 * 1024),
  /** Bytes queued to a socket past which it is closed as too slow. */
  LIVE_QUEUE_HARD_BYTES: bytes(2048, 256 * 1024 * 1024).default(1024 * 1024),
  /** Time between two pings of a desk, give or take a fifth. */
  LIVE_PING_MS: milliseconds(200, 60_000).default(5_000),
  /** How long a connection asked for a sign of life may stay silent. */
  LIVE_PING_TIMEOUT_MS: milliseconds(200, 120_000).default(10_000),
  /** A round trip longer than this shows the seat's connection as weak. */
  LIVE_WEAK_MS: milliseconds(1, 60_000).default(400),
  /** How long to wait for an answer from the platform. */
  LIVE_REQUEST_MS: milliseconds(50, 60_000).default(4_000),
  /** How many live connections of desks may be open. */
  DESK_SOCKETS: wholeNumber(1, 100_000).default(200),
  /** The same of one address. */
  DESK_SOCKETS_PER_ADDRESS: wholeNumber(1, 100_000).default(50),
  /** Live connections of desks one address may open in a minute. */
  DESK_HANDSHAKES_PER_MINUTE: wholeNumber(1, 100_000).default(120),
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

/** What a BFF in a separate process can't do without. */
const needed = ['NATS_URL', 'UPSTREAM_URL', 'EDGE_KEY'] as const

/** There is another BFF to move to, and thousands who move take longer than a person waits after Ctrl+C. */
const ownDefaults = { DRAIN_MS: '20000' }

/** The settings of a BFF in a separate process: it must be told where the platform is, and be known to it. */
export const readOwnBffSettings = (env: Readonly<Record<string, string | undefined>>): BffSettings => {
  const settings = readBffSettings({ ...ownDefaults, ...env })
  const missing = needed.filter((name) => (settings[name]?.length ?? 0) === 0)
  if (missing.length === 0) {
    // Anyone who is on NATS has a database server behind it.
    refuseHalfProduction({
      ...settings,
      listens: ['HOST', settings.HOST],
      real: { NATS_URL: settings.NATS_URL },
    })
    return settings
  }
  throw startupError(
    `A separate BFF needs ${missing.join(' and ')}, which ${missing.length > 1 ? 'are' : 'is'} not set; \`npm start\` runs BFF and platform as one process.`,
  )
}
