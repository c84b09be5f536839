import { z } from 'zod'
import { askedByBff, platformToBffs } from '../bus/message-kinds.ts'
import type { Envelope } from '../envelope.ts'
import { chatMessageSchema, chatSeqSchema } from '../live/chat.ts'
import type { CloseCode } from '../live/close.ts'
import { connectionRowSchema, connectionTotalsSchema } from './connections.ts'
import { staffSchema } from './staff.ts'

/** Where the desk's live connection is: socket.io over the WebSocket transport alone. */
export const deskLivePath = '/desk/socket.io/'

/** A token of staff, as the platform made it. */
const tokenSchema = z.string().min(1).max(100)

/** `auth` of the desk's handshake; never in a URL. */
export const deskHandshakeSchema = z.object({ token: tokenSchema })

const playerId = z.string().min(1).max(64)

/** Whose connections a desk may watch one by one; for more it watches all. */
export const watchedPlayersMost = 50

/** Desk → BFF: name → payload. Every message is acknowledged with an envelope without data. */
export const deskClientMessages = {
  /**
   * From now on `connections.rows`, `connections.nodes` and `connections.totals` come: first the whole, then changes, and
   * totals every two seconds at least. With `players` the rows are those of these players alone. Sent again it starts
   * over.
   */
  'connections.watch': z.strictObject({
    players: z.array(playerId).min(1).max(watchedPlayersMost).optional(),
  }),
  'connections.unwatch': z.strictObject({}),
  /** Staff type to this player. */
  'conversation.typing': z.strictObject({ playerId }),
  /** Someone sits at the desk: told at least every 30 s while it is in use. */
  presence: z.strictObject({}),
} as const
export type DeskClientMessageName = keyof typeof deskClientMessages
export type DeskClientMessage<N extends DeskClientMessageName> = z.infer<(typeof deskClientMessages)[N]>

const count = z.int().min(0)

/** What waits for staff: conversations for an answer, orders for a decision, reports and flags for a look, proposals for a second person. */
export const deskCountsSchema = z.strictObject({
  conversations: count,
  deposits: count,
  withdrawals: count,
  reports: count,
  flags: count,
  proposals: count,
})
export type DeskCounts = z.infer<typeof deskCountsSchema>

/** BFF → desk: name → payload. Each is sent to those alone whose rights let them read what it is about. */
export const deskServerMessages = {
  /** First after a successful handshake. */
  welcome: z.strictObject({
    staff: staffSchema,
    serverAt: z.number(),
    /** Changes when the desk's page should be loaded again. */
    release: z.string(),
  }),
  /**
   * Rows that are new or changed, and the ids of those that are gone. With `reset` everything told before is forgotten:
   * a whole begins, whose further parts follow while `more` is true.
   */
  'connections.rows': z.strictObject({
    reset: z.boolean(),
    more: z.boolean(),
    rows: z.array(connectionRowSchema),
    gone: z.array(z.string()),
  }),
  /** The BFFs that are known, and which of them report. */
  'connections.nodes': z.strictObject({
    nodes: z.array(z.strictObject({ edge: z.string(), reports: z.boolean() })),
  }),
  /** Of all BFFs that report together. */
  'connections.totals': connectionTotalsSchema,
  /** Those that this desk may read; the others are left out. At most once a second. */
  counts: deskCountsSchema.partial(),
  /** Whose it is, whether it is open, or what waits in it changed: read the inbox and this conversation again. */
  conversation: z.strictObject({ playerId }),
  'conversation.message': z.strictObject({ playerId, message: chatMessageSchema }),
  'conversation.read': z.strictObject({ playerId, by: z.enum(['player', 'staff']), seq: chatSeqSchema }),
  /** The player types; it fades after 4 s. */
  'conversation.typing': z.strictObject({ playerId }),
  /** An order was placed, moved, approved, or got a picture: read the queue and this order again. */
  orders: z.strictObject({ orderId: z.uuid() }),
  /** A report came, or was closed: read them again. */
  reports: z.strictObject({}),
  /** An account was flagged, or a flag or an identity was reviewed: read them again. */
  flags: z.strictObject({}),
  /** A channel or a rate changed, or a change of one was proposed or ended: read them again. */
  catalogue: z.strictObject({}),
  /** Any of these news may have been lost while the bus was away: read all of it again. */
  missed: z.strictObject({}),
  /** Sent just before the server closes the socket. */
  close: z.strictObject({
    code: z.custom<CloseCode>((value) => typeof value === 'string'),
    msg: z.string(),
  }),
} as const
export type DeskServerMessageName = keyof typeof deskServerMessages
export type DeskServerMessage<N extends DeskServerMessageName> = z.infer<(typeof deskServerMessages)[N]>

/** socket.io's two typed maps, derived from the schemas above. */
export type DeskToServer = {
  [N in DeskClientMessageName]: (
    payload: DeskClientMessage<N>,
    ack: (answer: Envelope<unknown>) => void,
  ) => void
}
export type ServerToDesk = { [N in DeskServerMessageName]: (payload: DeskServerMessage<N>) => void }

/** What the platform is asked for a desk. */
export const deskBusRequests = {
  /** Whose token this is: 1501 when it is worth nothing. It does not keep the session in use. */
  'staff.identify': askedByBff(z.strictObject({ token: tokenSchema }), staffSchema),
  'desk.counts': askedByBff(z.strictObject({}), deskCountsSchema),
} as const

/** Published events; their key is null. */
export const deskBusEvents = {
  /** After the commit of what staff should read again. */
  'desk.changed': platformToBffs(
    z.discriminatedUnion('what', [
      z.strictObject({ what: z.literal('conversation'), playerId }),
      z.strictObject({ what: z.literal('orders'), orderId: z.uuid() }),
      z.strictObject({ what: z.literal('reports') }),
      z.strictObject({ what: z.literal('flags') }),
      z.strictObject({ what: z.literal('catalogue') }),
    ]),
  ),
} as const
