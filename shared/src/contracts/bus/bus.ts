import { z } from 'zod'
import { eventSchema, playerViewSchema } from '../../game/events.ts'
import { matchIdSchema } from '../../rules/index.ts'
import { healthBusRequests } from '../desk/connection-health.ts'
import { connectionBusEvents } from '../desk/connections.ts'
import { deskBusEvents, deskBusRequests } from '../desk/live.ts'
import { arenaBusEvents, arenaBusRequests } from '../live/arena.ts'
import { chatAnswers, chatBusEvents, unreadSchema } from '../live/chat.ts'
import {
  answers,
  balanceSchema,
  clientMessages,
  commandIdSchema,
  deviceIdSchema,
  handshakeSchema,
  presenceSchema,
  resumeSchema,
  seatedSchema,
  serverMessages,
} from '../live/live.ts'
import { digestSchema } from '../live/lobby.ts'
import { watchersSchema } from '../live/tv.ts'
import { followsMost } from '../rest/follow.ts'
import { tableSchema } from '../rest/tables.ts'
import {
  amongBffs,
  amongPlatforms,
  askedByBff,
  askedByPlatform,
  bffsToPlatform,
  fromBffs,
  fromPlatforms,
  platformToBffs,
} from './message-kinds.ts'
import { nodeBusEvents, nodeBusRequests } from './nodes.ts'

/**
 * How BFF and platform talk. Requests are answered with an envelope; events are published and may be lost:
 * sequence numbers and beats repair that. Truth stays in the database.
 */

const playerId = z.string().min(1).max(64)
/** Which BFF asks, so that its silence can be noticed. */
const edge = z.string().min(1).max(64)
const address = z.string().max(64)

/**
 * The session that the BFF identified the connection by, never what a client names. Null for a guest's connection;
 * missing from a BFF of the previous release. Neither is trusted.
 */
const session = z.string().max(64).nullable().optional()

/**
 * Where a seat is requested from, as the BFF sees the connection: its address, or the /64 of an IPv6 one, and the
 * device id the client sent. BFFs of the previous release omit it.
 */
const from = z.optional(z.strictObject({ addressGroup: z.string().max(64), deviceId: deviceIdSchema }))

/** The most sessions in one `session.check`. */
export const sessionsAtOnce = 1_000

export const identitySchema = z.strictObject({
  playerId,
  player: playerViewSchema,
  seated: z.nullable(seatedSchema),
  balance: balanceSchema,
  /** Support messages the player has not read. */
  unread: unreadSchema,
})
export type Identity = z.infer<typeof identitySchema>

/** `guest` is the guest of the device, sent besides the session's player while that guest has a seat in a live match. */
export const identifiedSchema = identitySchema.extend({ guest: identitySchema.nullable() })
export type Identified = z.infer<typeof identifiedSchema>

/** Requests by their names: who asks, and the schemas of what is asked and of its answer's `data`. */
export const busRequests = {
  /**
   * Identifies a connection. Without a token: the device's guest, who has no row until something must be kept. With
   * one: the session's player, and the guest of that device if they still have a seat.
   */
  'player.identify': askedByBff(
    z.strictObject({ deviceId: deviceIdSchema, token: z.string().optional() }),
    identifiedSchema,
  ),
  /**
   * Gives a device's guest a row: before their first seat or message. 1429 with `seconds` where their network has
   * too many new guests.
   */
  'player.keep': askedByBff(
    z.strictObject({
      deviceId: deviceIdSchema,
      /** Where the connection comes from, as limits count it. */
      address,
    }),
    z.strictObject({ playerId }),
  ),
  /** Which of these sessions have ended: a `player.close` may have been lost. */
  'session.check': askedByBff(
    z.strictObject({ sessions: z.array(z.string().max(64)).max(sessionsAtOnce) }),
    z.strictObject({ ended: z.array(z.string()) }),
  ),
  'lobby.find': askedByBff(
    z.strictObject({ playerId, from, ...clientMessages['lobby.find'].shape }),
    answers['lobby.find'],
  ),
  'lobby.host': askedByBff(
    z.strictObject({ playerId, session, from, ...clientMessages['lobby.host'].shape }),
    answers['lobby.host'],
  ),
  'match.sit': askedByBff(
    z.strictObject({ playerId, session, from, edge, ...clientMessages['match.sit'].shape }),
    answers['match.sit'],
  ),
  'match.reveal': askedByBff(
    z.strictObject({ playerId, ...clientMessages['match.reveal'].shape }),
    answers['match.reveal'],
  ),
  'match.open': askedByBff(
    z.strictObject({
      playerId,
      /** The BFF's measured round trip to this player; up to 300 ms of it are forgiven at the clock. */
      roundTripMs: z.number().min(0),
      /** Drop the request instead of acting on it after this time. */
      until: z.number(),
      ...clientMessages['match.open'].shape,
    }),
    answers['match.open'],
  ),
  'match.link': askedByBff(
    z.strictObject({ playerId, ...clientMessages['match.link'].shape }),
    answers['match.link'],
  ),
  'match.leave': askedByBff(
    z.strictObject({ playerId, ...clientMessages['match.leave'].shape }),
    answers['match.leave'],
  ),
  /** Takes a player's seat back while the match gathers; in any other phase nothing happens. */
  'match.stand': askedByPlatform(z.strictObject({ playerId, matchId: matchIdSchema }), z.null()),
  /** Voids a match as two members of staff decided, if its owner also finds it stuck. */
  'match.void': askedByPlatform(z.strictObject({ matchId: matchIdSchema }), z.null()),
  /** Which live matches their owner can neither continue nor void. */
  'match.stopped': askedByPlatform(z.strictObject({}), z.strictObject({ matchIds: z.array(matchIdSchema) })),
  'match.resume': askedByBff(
    z.strictObject({ playerId, ...clientMessages['match.follow'].shape }),
    resumeSchema,
  ),
  'match.rematch': askedByBff(
    z.strictObject({ playerId, session, ...clientMessages['match.rematch'].shape }),
    answers['match.rematch'],
  ),
  /** A seat's connection came or went, or its health changed, as its BFF sees it. */
  'match.presence': askedByBff(
    z.strictObject({ playerId, edge, matchId: matchIdSchema, presence: presenceSchema }),
    z.null(),
  ),
  'lobby.digest': askedByBff(z.strictObject({}), digestSchema),
  'chat.open': askedByBff(z.strictObject({ playerId }), chatAnswers['chat.open']),
  'chat.send': askedByBff(
    z.strictObject({
      playerId,
      /** Where it comes from, as limits count it. */
      address,
      /** The language the player's browser reports for the page. */
      locale: z.string().max(20).nullable(),
      ...clientMessages['chat.send'].shape,
    }),
    chatAnswers['chat.send'],
  ),
  'chat.history': askedByBff(
    z.strictObject({ playerId, ...clientMessages['chat.history'].shape }),
    chatAnswers['chat.history'],
  ),
  'chat.read': askedByBff(
    z.strictObject({ playerId, ...clientMessages['chat.read'].shape }),
    chatAnswers['chat.read'],
  ),
  /** A member of staff has the desk open: repeated while it is. */
  'staff.present': askedByBff(z.strictObject({ staffId: z.uuid(), edge }), z.null()),
  ...arenaBusRequests,
  ...healthBusRequests,
  ...deskBusRequests,
  ...nodeBusRequests,
} as const
export type BusRequestName = keyof typeof busRequests
export type BusRequest<N extends BusRequestName> = z.infer<(typeof busRequests)[N]['asks']>

export type BusAnswer<N extends BusRequestName> = z.infer<(typeof busRequests)[N]['answers']>

/** Published events: subject prefix → who publishes and hears it, and the schema of its payload. The subject is `<prefix>` or `<prefix>.<key>`. */
export const busEvents = {
  /** `match.events.<matchId>`: committed events as all may see them. `hash` is the rolling hash after them. */
  'match.events': platformToBffs(
    z.strictObject({
      matchId: matchIdSchema,
      seq: z.int().min(1),
      events: z.array(eventSchema),
      hash: z.string(),
    }),
  ),
  /** `match.presence.<matchId>` */
  'match.presence': platformToBffs(serverMessages['match.presence']),
  /** `match.emote.<matchId>`; published by the sender's BFF once the owner has confirmed the seat. */
  'match.emote': amongBffs(serverMessages['match.emote']),
  /** `match.rematch.<matchId>` */
  'match.rematch': platformToBffs(serverMessages['match.rematch']),
  /** `match.beat.<shard>`: each second, for each live match of the shard. */
  'match.beat': platformToBffs(z.array(serverMessages['match.beat'])),
  /** `player.balance.<playerId>` */
  'player.balance': platformToBffs(balanceSchema),
  /** `player.seated.<playerId>` */
  'player.seated': platformToBffs(serverMessages.seated),
  /** `player.profile.<playerId>`: after the commit of whatever changed. */
  'player.profile': platformToBffs(serverMessages.profile),
  /** `player.order.<playerId>`: after the commit of the change. */
  'player.order': platformToBffs(serverMessages.order),
  /** `player.rewards.<playerId>`: after the commit of the change. */
  'player.rewards': platformToBffs(serverMessages.rewards),
  /** `player.invited.<playerId>` */
  'player.invited': platformToBffs(serverMessages['match.invited']),
  /** Who of these players has a socket? */
  'here.ask': platformToBffs(z.strictObject({ ask: z.uuid(), players: z.array(playerId).max(followsMost) })),
  /** Those of them who have one at a BFF; where none has, it says nothing. */
  'here.told': bffsToPlatform(z.strictObject({ ask: z.uuid(), here: z.array(playerId).max(followsMost) })),
  /** `player.close.<playerId>`: end this player's sockets with a close code; only those of `session` where one is named. */
  'player.close': platformToBffs(
    z.strictObject({ ...serverMessages.close.shape, session: z.string().optional() }),
  ),
  /** `player.tab.<playerId>`: a tab of this player was welcomed at this BFF. Its connection at another BFF may be dead. */
  'player.tab': amongBffs(z.strictObject({ edge, tab: handshakeSchema.shape.tab })),
  'lobby.digest': fromPlatforms(serverMessages['lobby.digest']),
  /** Each second: the match that is on TV. */
  'lobby.tv': fromPlatforms(z.strictObject({ matchId: z.nullable(matchIdSchema) })),
  /** `match.watchers.<edge>`: how many watch which matches at this BFF, as `[match, count]`; every two seconds while anyone does. */
  'match.watchers': amongBffs(
    z.strictObject({ edge, counts: z.array(z.tuple([matchIdSchema, watchersSchema])) }),
  ),
  /** A table as staff changed it, after the commit. */
  'lobby.table': amongPlatforms(
    z.strictObject({ table: tableSchema, isOpen: z.boolean(), version: z.int().min(1) }),
  ),
  ...chatBusEvents,
  ...arenaBusEvents,
  /** `edge.beat.<edge>`: each BFF, every 500 ms; the last one before it stops says that it is leaving. */
  'edge.beat': fromBffs(z.strictObject({ edge, at: z.number(), leaving: z.optional(z.literal(true)) })),
  ...connectionBusEvents,
  ...deskBusEvents,
  ...nodeBusEvents,
} as const
export type BusEventName = keyof typeof busEvents
export type BusEvent<N extends BusEventName> = z.infer<(typeof busEvents)[N]['news']>

export { commandIdSchema, playerId as playerIdSchema }
