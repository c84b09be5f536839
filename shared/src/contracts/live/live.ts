import * as z from 'zod/mini'
import { eventSchema, playerViewSchema } from '../../game/events.ts'
import type { MatchState } from '../../game/state.ts'
import { assetSchema, coinsSchema, hex, matchIdSchema } from '../../rules/index.ts'
import type { Envelope } from '../envelope.ts'
import type { ArenaNews, ArenaWatched } from './arena.ts'
import { chatAnswers, chatClientMessages, chatServerMessages } from './chat.ts'
import type { CloseCode } from './close.ts'
import { digestSchema, seatSchema as seat } from './lobby.ts'
import { channelsMax, moveSchema } from './move.ts'
import { tvPictureSchema, watchersSchema } from './tv.ts'

/**
 * The version of the live protocol. A client below `protocolOldest` is asked to reload. Since 5 a tile may be picked first
 * and drawn then, which older clients can't read. Only clients from `protocolNews` on can read how many watch,
 * and invitations.
 */
export const protocolVersion = 6
export const protocolNews = 6
export const protocolOldest = 5

/** A guest's credential: 128 random bits, hex. It is kept as a hash and never logged. */
export const deviceIdSchema = hex(16)

/** A session's token, as the platform made it. */
const tokenSchema = z.string().check(z.maxLength(400))

/** `auth` of the socket.io handshake; never in a URL. `tab` tells a reconnecting tab from a second one. */
export const handshakeSchema = z.object({
  protocol: z.int(),
  deviceId: deviceIdSchema,
  token: z.optional(tokenSchema),
  tab: hex(8),
  locale: z.optional(z.string().check(z.maxLength(20))),
  /** The release that the page is of, as its first `welcome` told. */
  release: z.optional(z.string().check(z.maxLength(64))),
  /** It had a seat in a live match when it lost its connection: of guests, those come in first. */
  seated: z.optional(z.boolean()),
})
export type Handshake = z.infer<typeof handshakeSchema>

/** Drawn by the client for each command and kept until it is answered: the same id gets the same outcome. */
export const commandIdSchema = hex(16)

const seq = z.int().check(z.minimum(0))

/** The fixed, translated set; `emote.<name>` is its label. */
export const emoteNames = ['smile', 'sweat', 'wow', 'grr', 'wink', 'laugh'] as const
const emoteSchema = z.enum(emoteNames)
/** Milliseconds between two emotes of a player, unless a server is set to others. */
export const emoteRestMs = 1_500

/** How a seat's connection is doing, as others may see it. */
export const presenceSchema = z.enum(['here', 'weak', 'gone'])
export type Presence = z.infer<typeof presenceSchema>

/** How many, as a client reports it. */
const reported = z.int().check(z.minimum(0), z.maximum(1_000_000))

/** Client → server: name → payload. Every message is acknowledged with an envelope. */
export const clientMessages = {
  /** The heartbeat: answered with the server's time and how the client's match stands. The client reports what it saw. */
  'clock.ping': z.strictObject({
    sentAt: z.number(),
    /** The last round trip in milliseconds, and sequence gaps repaired since the last report. */
    roundTripMs: z.optional(z.number().check(z.minimum(0), z.maximum(600_000))),
    gaps: z.optional(reported),
    /** How much the last round trips differ from each other, in milliseconds on average. */
    jitterMs: z.optional(z.number().check(z.minimum(0), z.maximum(600_000))),
    /** Matches caught up with since the last report, after something of them was or may have been missed. */
    resumes: z.optional(reported),
    /** Requests that wait for their answer, this one left out. */
    unacknowledged: z.optional(reported),
    /** The last event that has arrived of the match it is at; left out where there is none that goes on. */
    seen: z.optional(z.strictObject({ matchId: matchIdSchema, seq })),
  }),
  /** From now on this connection is the player of this session; without a token, the device's guest. */
  'session.use': z.strictObject({ token: z.nullable(tokenSchema) }),
  'lobby.watch': z.strictObject({}),
  'lobby.unwatch': z.strictObject({}),
  /** From now on this connection gets pictures of the match on TV. */
  'tv.watch': z.strictObject({}),
  'tv.unwatch': z.strictObject({}),
  /** Which gathering match of this queue is to be sat at. Seats are not taken by this. */
  'lobby.find': z.strictObject({
    gameId: z.string().check(z.minLength(1), z.maxLength(40)),
    stake: coinsSchema,
    asset: assetSchema,
  }),
  /** A private table of this queue, for anyone who has its link: the one you already have that gathers, or a new one. */
  'lobby.host': z.strictObject({
    gameId: z.string().check(z.minLength(1), z.maxLength(40)),
    stake: coinsSchema,
    asset: assetSchema,
  }),
  'match.sit': z.strictObject({
    commandId: commandIdSchema,
    matchId: matchIdSchema,
    ref: hex(16),
    commit: hex(32),
    /** The end of the seat's chain: at sealed tables, and there alone. */
    chain: z.optional(hex(32)),
  }),
  'match.reveal': z.strictObject({ commandId: commandIdSchema, matchId: matchIdSchema, seed: hex(32) }),
  'match.open': z.strictObject({
    commandId: commandIdSchema,
    matchId: matchIdSchema,
    turn: z.int().check(z.minimum(0)),
    tile: z.int().check(z.minimum(0), z.maximum(255)),
    /** The seat's link of this turn, at sealed tables. */
    link: z.optional(hex(32)),
  }),
  /** The seat's link for the tile that another one picked in this turn. The same link again gets the same answer. */
  'match.link': z.strictObject({
    matchId: matchIdSchema,
    turn: z.int().check(z.minimum(0)),
    link: hex(32),
  }),
  'match.leave': z.strictObject({ commandId: commandIdSchema, matchId: matchIdSchema }),
  /** Follow or resume: what came after `seq`, or a snapshot, and the outcomes of commands still unanswered. */
  'match.follow': z.strictObject({
    matchId: matchIdSchema,
    seq: z.nullable(seq),
    unacknowledged: z.array(commandIdSchema).check(z.maxLength(16)),
  }),
  'match.unfollow': z.strictObject({ matchId: matchIdSchema }),
  'match.emote': z.strictObject({ matchId: matchIdSchema, emote: emoteSchema }),
  /** After the end: sit again with anyone else who agrees within 10 s. */
  'match.rematch': z.strictObject({ matchId: matchIdSchema }),
  ...chatClientMessages,
  /** From now on this connection hears of this arena and of no other, and counts as present in it; with null of none. */
  'arena.watch': z.strictObject({ arenaId: z.nullable(z.uuid()) }),
} as const
export type ClientMessageName = keyof typeof clientMessages
export type ClientMessage<N extends ClientMessageName> = z.infer<(typeof clientMessages)[N]>

/**
 * A player's coins: `coin`, `promo` and `trial` are what can be staked now. What tables that have not begun hold of
 * them is not among it and is distinguished in `held`; what is in play already is in neither.
 */
export const balanceSchema = z.strictObject({
  /** Grows with every change; older versions are dropped. */
  version: z.int().check(z.minimum(0)),
  coin: coinsSchema,
  promo: coinsSchema,
  trial: coinsSchema,
  held: z.strictObject({ coin: coinsSchema, promo: coinsSchema, trial: coinsSchema }),
})
export type Balance = z.infer<typeof balanceSchema>

const stateSchema = z.custom<MatchState>(
  (value) => typeof value === 'object' && value !== null && 'matchId' in value,
)

/** The answer to a command that the match decided: which events it became. */
export const outcomeSchema = z.strictObject({ matchId: matchIdSchema, seq, seat: z.nullable(seat) })
export type Outcome = z.infer<typeof outcomeSchema>

/** That a seat's seed came at `at`: the key's signature over `{at, matchId, ref}` (docs/fairness.md). All hex. */
export const receiptSchema = z.strictObject({ at: z.int(), key: hex(32), signature: hex(64) })

export const resumeSchema = z.strictObject({
  /** Either the missing events, the first of them `from + 1`, or a whole state. */
  catchUp: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('events'), from: seq, events: z.array(eventSchema) }),
    z.strictObject({ kind: z.literal('snapshot'), state: stateSchema }),
  ]),
  /** The rolling hash after the last of them. */
  hash: z.string(),
  /** The asker's seat in this match, null for a watcher. */
  seat: z.nullable(seat),
  /** Whether the match is a private table: found by its link alone. */
  private: z.boolean(),
  /** Outcomes of the unacknowledged commands that were decided; the others never arrived. */
  outcomes: z.array(z.strictObject({ commandId: commandIdSchema, seq })),
})
export type Resume = z.infer<typeof resumeSchema>

/** `channel` is what the match's ordinary moves are reported under on this connection, from now on. */
export const followedSchema = z.extend(resumeSchema, {
  channel: z.int().check(z.minimum(0), z.maximum(channelsMax - 1)),
  /** Whether `seat` is that of the guest whom this connection was before it signed in: no rematch follows on it. */
  asGuest: z.boolean(),
})

/** A player's progress, or what was given to them. */
const rewardsSchema = z.discriminatedUnion('kind', [
  /** More of one's play counts, someone came by one's invitation, or one who did got on. */
  z.strictObject({ kind: z.literal('progress') }),
  z.strictObject({ kind: z.literal('level'), level: z.int() }),
  z.strictObject({ kind: z.literal('vip'), tier: z.int() }),
  /** Here or in another tab. */
  z.strictObject({ kind: z.literal('received'), bonusType: z.string(), amount: coinsSchema }),
  /** Someone who came by their invitation played enough; `amount` is null where it earned nothing. */
  z.strictObject({ kind: z.literal('referral'), name: z.string(), amount: z.nullable(coinsSchema) }),
])
export type RewardsNews = z.infer<typeof rewardsSchema>

/** The last event of a match, and the rolling hash after it; to followers also how many watch, where anyone does. */
const standSchema = z.strictObject({
  matchId: matchIdSchema,
  seq,
  hash: z.string(),
  watchers: z.optional(watchersSchema),
})

export const seatedSchema = z.strictObject({ matchId: matchIdSchema, gameId: z.string() })

/** A match to sit at, with what was committed to before anyone did. */
const foundSchema = z.strictObject({
  matchId: matchIdSchema,
  serverCommit: hex(32),
  /** The end of the house's chain; of sealed tables alone. */
  serverChain: z.optional(hex(32)),
  seats: z.int(),
  taken: z.int(),
  /** A table with a seat left was passed over, as those who sit there and the asker are kept apart. */
  apart: z.optional(z.literal(true)),
})

/** Data of the acknowledgement of each client message; `null` where success says it all. */
export const answers = {
  'clock.ping': z.strictObject({
    sentAt: z.number(),
    serverAt: z.number(),
    /** How the match it has seen stands: a client that differs resumes in place. */
    match: z.optional(standSchema),
  }),
  /** As `welcome` would tell it. */
  'session.use': z.strictObject({
    player: playerViewSchema,
    seated: z.nullable(seatedSchema),
    balance: balanceSchema,
  }),
  'lobby.watch': z.nullable(digestSchema),
  'lobby.unwatch': z.null(),
  'tv.watch': z.null(),
  'tv.unwatch': z.null(),
  'lobby.find': foundSchema,
  'lobby.host': foundSchema,
  'match.sit': outcomeSchema,
  'match.reveal': z.extend(outcomeSchema, { receipt: z.optional(receiptSchema) }),
  'match.open': outcomeSchema,
  'match.link': outcomeSchema,
  'match.leave': outcomeSchema,
  'match.follow': followedSchema,
  'match.unfollow': z.null(),
  'match.emote': z.null(),
  'match.rematch': z.null(),
  ...chatAnswers,
  /** Read with `arenaWatchedSchema` by the pages of arenas, which are loaded late. */
  'arena.watch': z.custom<ArenaWatched | null>(),
} as const satisfies Record<ClientMessageName, z.core.$ZodType>
export type Answer<N extends ClientMessageName> = z.infer<(typeof answers)[N]>

/** Server → client: name → payload. */
export const serverMessages = {
  /** First after a successful handshake. `seated` is the live match this player has a seat in. */
  welcome: z.strictObject({
    player: playerViewSchema,
    serverAt: z.number(),
    seated: z.nullable(seatedSchema),
    balance: balanceSchema,
    /** Changes when the client should be reloaded to match the server. */
    release: z.string(),
  }),
  /** `seq` is the sequence number of the first event; numbers have no holes. */
  'match.events': z.strictObject({
    matchId: matchIdSchema,
    seq: z.int().check(z.minimum(1)),
    events: z.array(eventSchema).check(z.minLength(1)),
  }),
  /** An ordinary move: what `match.events` would say, packed. See `decodeMove`. */
  m: moveSchema,
  /** A whole state, sent unasked when events had to be dropped for a slow reader. */
  'match.snapshot': z.strictObject({ state: stateSchema, hash: z.string() }),
  /** How a match stands, as the answer to `clock.ping` tells it: a client that differs resumes in place. */
  'match.beat': standSchema,
  /** How the seats' connections are, by seat number; practice opponents are always here. */
  'match.presence': z.strictObject({ matchId: matchIdSchema, seats: z.array(presenceSchema) }),
  'match.emote': z.strictObject({ matchId: matchIdSchema, seat, emote: emoteSchema }),
  /**
   * Who agreed so far. With `next` set, those who agreed sit there on their own; who agreed and is not among them any
   * more can't pay the stake by now.
   */
  'match.rematch': z.strictObject({
    matchId: matchIdSchema,
    agreed: z.array(seat),
    until: z.number(),
    next: z.nullable(matchIdSchema),
  }),
  /** What is on TV, for those who watch it; null while nothing is. */
  'match.tv': z.strictObject({ picture: z.nullable(tvPictureSchema) }),
  /** Someone this player may be asked by wants them at their private table. */
  'match.invited': z.strictObject({
    ...seatedSchema.shape,
    stake: coinsSchema,
    asset: assetSchema,
    from: playerViewSchema,
  }),
  /** The match this player has a seat in changed, here or in another tab. */
  seated: z.strictObject({ seated: z.nullable(seatedSchema) }),
  balance: balanceSchema,
  /** How this player is shown changed, or something else of their account did: read the user again. */
  profile: z.strictObject({ player: playerViewSchema }),
  /** A deposit or a withdrawal of this player moved: read it again. */
  order: z.strictObject({ orderId: z.uuid(), status: z.string() }),
  /** What this player has earned changed: read it again. All but `progress` is worth telling. */
  rewards: rewardsSchema,
  /**
   * News of this player may have been lost while the bus was away: read again what is shown of the account, the chat and
   * the arena. Matches are repaired without it. A client that does not know it resumes, as after all that it can't read.
   */
  missed: z.strictObject({}),
  'lobby.digest': digestSchema,
  ...chatServerMessages,
  /** What happens in the arena that is watched: read with `arenaNewsSchema`. */
  arena: z.custom<ArenaNews>(),
  /** Sent just before the server closes the socket. */
  close: z.strictObject({ code: z.custom<CloseCode>((value) => typeof value === 'string'), msg: z.string() }),
  /**
   * Whether play is paused through no fault of a player: the bus, the database or the owner of a match that this
   * connection follows can't be reached. Clocks stand in the meantime. Told when it changes; a fresh connection plays on.
   */
  paused: z.strictObject({ paused: z.boolean() }),
  /** Open a second connection within `withinMs`, resume there, then close this one. */
  drain: z.strictObject({ withinMs: z.number().check(z.minimum(0)) }),
} as const
export type ServerMessageName = keyof typeof serverMessages
export type ServerMessage<N extends ServerMessageName> = z.infer<(typeof serverMessages)[N]>

/** socket.io's two typed maps, derived from the schemas above. */
export type ClientToServer = {
  [N in ClientMessageName]: (payload: ClientMessage<N>, ack: (answer: Envelope<Answer<N>>) => void) => void
}
export type ServerToClient = { [N in ServerMessageName]: (payload: ServerMessage<N>) => void }
