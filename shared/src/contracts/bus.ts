import { z } from 'zod'
import { eventSchema, playerViewSchema } from '../game/events.ts'
import { matchIdSchema } from '../rules/index.ts'
import { chatAnswers, chatBusEvents, unreadSchema } from './chat.ts'
import { healthBusRequests } from './connection-health.ts'
import { connectionBusEvents } from './connections.ts'
import { deskBusEvents, deskBusRequests, deskCountsSchema } from './desk-live.ts'
import {
  answers,
  balanceSchema,
  clientMessages,
  commandIdSchema,
  deviceIdSchema,
  digestSchema,
  handshakeSchema,
  presenceSchema,
  resumeSchema,
  seatedSchema,
  serverMessages,
} from './live.ts'
import { nodeBusAnswers, nodeBusEvents, nodeBusRequests } from './nodes.ts'
import { staffSchema } from './rest/desk.ts'
import { tableSchema } from './rest.ts'

/**
 * How BFF and platform talk. Requests are answered with an envelope; events are published and may be lost:
 * sequence numbers and beats repair that. Truth stays in the database.
 */

const playerId = z.string().min(1).max(64)
/** Which BFF asks, so that its silence can be noticed. */
const edge = z.string().min(1).max(64)
const address = z.string().max(64)

/**
 * The session that a connection was identified by, as its BFF knows it: never what a client names. Null for a guest's
 * connection, missing from a BFF of before it was told; either is trusted with nothing.
 */
const session = z.string().max(64).nullable().optional()

/**
 * Where a seat is asked from, as the BFF sees the connection: its address, or the /64 of an IPv6 one, and its device. No
 * word of the client's but the device id. BFFs of the release before say nothing.
 */
const from = z.optional(z.strictObject({ addressGroup: z.string().max(64), deviceId: deviceIdSchema }))

/** Sessions that one `session.check` may ask for. */
export const sessionsAtOnce = 1_000

export const busRequests = {
  /**
   * Who is this? Without a token the device's guest, of whom nothing is kept yet unless they asked for something that
   * has to be. With one the session's player; and besides, if there is one, the guest of that device who still has a seat.
   */
  'player.identify': z.strictObject({ deviceId: deviceIdSchema, token: z.string().optional() }),
  /**
   * Keeps a device's guest from now on: before their first seat, and their first message. 1429 with `seconds` where
   * there are too many new ones of their network.
   */
  'player.keep': z.strictObject({
    deviceId: deviceIdSchema,
    /** Where the connection comes from, as limits count it. */
    address,
  }),
  /** Which of these sessions are not in force any more: a `player.close` may have been lost. */
  'session.check': z.strictObject({ sessions: z.array(z.string().max(64)).max(sessionsAtOnce) }),
  'lobby.find': z.strictObject({ playerId, from, ...clientMessages['lobby.find'].shape }),
  'lobby.host': z.strictObject({ playerId, session, from, ...clientMessages['lobby.host'].shape }),
  'match.sit': z.strictObject({ playerId, session, from, edge, ...clientMessages['match.sit'].shape }),
  'match.reveal': z.strictObject({ playerId, ...clientMessages['match.reveal'].shape }),
  'match.open': z.strictObject({
    playerId,
    /** The BFF's measured round trip to this player; up to 300 ms of it are forgiven at the clock. */
    roundTripMs: z.number().min(0),
    /** Drop the request instead of acting on it after this time. */
    until: z.number(),
    ...clientMessages['match.open'].shape,
  }),
  'match.leave': z.strictObject({ playerId, ...clientMessages['match.leave'].shape }),
  /** Takes a player's seat back while the match gathers; in any other phase nothing happens. */
  'match.stand': z.strictObject({ playerId, matchId: matchIdSchema }),
  /** Ends a match that two of staff decided to void, if it is stuck by the owner's own look. */
  'match.void': z.strictObject({ matchId: matchIdSchema }),
  /** Which live matches their owner can neither go on with nor void. */
  'match.stopped': z.strictObject({}),
  'match.resume': z.strictObject({ playerId, ...clientMessages['match.follow'].shape }),
  'match.rematch': z.strictObject({ playerId, session, ...clientMessages['match.rematch'].shape }),
  /** A seat's connection came or went, or its health changed, as its BFF sees it. */
  'match.presence': z.strictObject({ playerId, edge, matchId: matchIdSchema, presence: presenceSchema }),
  'lobby.digest': z.strictObject({}),
  'chat.open': z.strictObject({ playerId }),
  'chat.send': z.strictObject({
    playerId,
    /** Where it comes from, as limits count it. */
    address,
    /** What the page is shown in, as the player's browser tells it. */
    locale: z.string().max(20).nullable(),
    ...clientMessages['chat.send'].shape,
  }),
  'chat.history': z.strictObject({ playerId, ...clientMessages['chat.history'].shape }),
  'chat.read': z.strictObject({ playerId, ...clientMessages['chat.read'].shape }),
  /** Somebody of staff has the desk open: told again and again as long as it is. */
  'staff.present': z.strictObject({ staffId: z.uuid(), edge }),
  ...healthBusRequests,
  ...deskBusRequests,
  ...nodeBusRequests,
} as const
export type BusRequestName = keyof typeof busRequests
export type BusRequest<N extends BusRequestName> = z.infer<(typeof busRequests)[N]>

export const identitySchema = z.strictObject({
  playerId,
  player: playerViewSchema,
  seated: z.nullable(seatedSchema),
  balance: balanceSchema,
  /** What support wrote and the player has not read. */
  unread: unreadSchema,
})
export type Identity = z.infer<typeof identitySchema>

/** `guest` is the guest of the device, told with a token while that guest has a seat in a live match. */
export const identifiedSchema = identitySchema.extend({ guest: identitySchema.nullable() })
export type Identified = z.infer<typeof identifiedSchema>

/** What each request's envelope carries in `data`. */
export const busAnswers = {
  'player.identify': identifiedSchema,
  'player.keep': z.strictObject({ playerId }),
  'session.check': z.strictObject({ ended: z.array(z.string()) }),
  'lobby.find': answers['lobby.find'],
  'lobby.host': answers['lobby.host'],
  'match.sit': answers['match.sit'],
  'match.reveal': answers['match.reveal'],
  'match.open': answers['match.open'],
  'match.leave': answers['match.leave'],
  'match.stand': z.null(),
  'match.void': z.null(),
  'match.stopped': z.strictObject({ matchIds: z.array(matchIdSchema) }),
  'match.resume': resumeSchema,
  'match.rematch': answers['match.rematch'],
  'match.presence': z.null(),
  'lobby.digest': digestSchema,
  'chat.open': chatAnswers['chat.open'],
  'chat.send': chatAnswers['chat.send'],
  'chat.history': chatAnswers['chat.history'],
  'chat.read': chatAnswers['chat.read'],
  'staff.present': z.null(),
  'staff.identify': staffSchema,
  'desk.counts': deskCountsSchema,
  'health.record': z.null(),
  ...nodeBusAnswers,
  'lobby.open': answers['lobby.find'],
} as const satisfies Record<BusRequestName, z.core.$ZodType>
export type BusAnswer<N extends BusRequestName> = z.infer<(typeof busAnswers)[N]>

/** Published events: subject prefix → payload. The subject is `<prefix>` or `<prefix>.<key>`. */
export const busEvents = {
  /** `match.events.<matchId>`: committed events as all may see them. `hash` is the rolling hash after them. */
  'match.events': z.strictObject({
    matchId: matchIdSchema,
    seq: z.int().min(1),
    events: z.array(eventSchema),
    hash: z.string(),
  }),
  /** `match.presence.<matchId>` */
  'match.presence': serverMessages['match.presence'],
  /** `match.emote.<matchId>`; published by the sender's BFF once the owner has confirmed the seat. */
  'match.emote': serverMessages['match.emote'],
  /** `match.rematch.<matchId>` */
  'match.rematch': serverMessages['match.rematch'],
  /** `match.beat.<shard>`: each second, for each live match of the shard. */
  'match.beat': z.array(serverMessages['match.beat']),
  /** `player.balance.<playerId>` */
  'player.balance': balanceSchema,
  /** `player.seated.<playerId>` */
  'player.seated': serverMessages.seated,
  /** `player.profile.<playerId>`: after the commit of whatever changed. */
  'player.profile': serverMessages.profile,
  /** `player.order.<playerId>`: after the commit of the change. */
  'player.order': serverMessages.order,
  /** `player.rewards.<playerId>`: after the commit of the change. */
  'player.rewards': serverMessages.rewards,
  /** `player.close.<playerId>`: end this player's sockets with a close code; only those of `session` where one is named. */
  'player.close': z.strictObject({ ...serverMessages.close.shape, session: z.string().optional() }),
  /** `player.tab.<playerId>`: a tab of this player was welcomed at this BFF. Another's connection of it may be dead. */
  'player.tab': z.strictObject({ edge, tab: handshakeSchema.shape.tab }),
  'lobby.digest': serverMessages['lobby.digest'],
  /** A table as staff changed it, after the commit. */
  'lobby.table': z.strictObject({ table: tableSchema, isOpen: z.boolean(), version: z.int().min(1) }),
  ...chatBusEvents,
  /** `edge.beat.<edge>`: each BFF, every 500 ms; the last one of a BFF that stops says that it is leaving. */
  'edge.beat': z.strictObject({ edge, at: z.number(), leaving: z.optional(z.literal(true)) }),
  ...connectionBusEvents,
  ...deskBusEvents,
  ...nodeBusEvents,
} as const
export type BusEventName = keyof typeof busEvents
export type BusEvent<N extends BusEventName> = z.infer<(typeof busEvents)[N]>

export { commandIdSchema, playerId as playerIdSchema }
