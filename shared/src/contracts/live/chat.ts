import * as z from 'zod/mini'
import { fromPlatforms, platformToBffs, toBffs } from '../bus/message-kinds.ts'

/** How long a message may be, in characters. */
export const chatTextMax = 2_000
/** How many messages an answer holds at most. */
export const chatPageMax = 50

/** Messages of a conversation are numbered from 1 without holes. */
export const chatSeqSchema = z.int().check(z.minimum(0), z.maximum(2 ** 31 - 1))
const text = z.string().check(z.maxLength(chatTextMax))

/** A message, as its player and staff see it. */
export const chatMessageSchema = z.strictObject({
  seq: chatSeqSchema,
  messageId: z.uuid(),
  author: z.enum(['player', 'staff', 'system']),
  /** What the member of staff who wrote it is called; null for other authors. */
  name: z.nullable(z.string()),
  /** Empty where there is nothing but a picture. */
  text,
  pictureId: z.nullable(z.uuid()),
  /** Milliseconds since 1970. */
  at: z.number(),
})
export type ChatMessage = z.infer<typeof chatMessageSchema>

/** A part of a conversation, the oldest message first; `hasMore` tells of older ones. */
export const chatPageSchema = z.strictObject({ messages: z.array(chatMessageSchema), hasMore: z.boolean() })
export type ChatPage = z.infer<typeof chatPageSchema>

/** Drawn by the writer and kept until it is answered: the same id is the same message. */
export const newChatMessageSchema = z.strictObject({
  messageId: z.uuid(),
  /** May be empty beside a picture. */
  text,
  pictureId: z.optional(z.uuid()),
})
export type NewChatMessage = z.infer<typeof newChatMessageSchema>

/** Client → server, about the one conversation that a player has with support. */
export const chatClientMessages = {
  /** The latest messages and how things stand; from now on this connection hears whether someone is on. */
  'chat.open': z.strictObject({}),
  'chat.send': newChatMessageSchema,
  /** The messages before this one. */
  'chat.history': z.strictObject({ before: chatSeqSchema }),
  /** The player has read up to this one. */
  'chat.read': z.strictObject({ seq: chatSeqSchema }),
  'chat.typing': z.strictObject({}),
} as const

export const chatAnswers = {
  'chat.open': z.extend(chatPageSchema, {
    /** How far the player has read, and how far staff have. */
    lastRead: chatSeqSchema,
    staffRead: chatSeqSchema,
    staffed: z.boolean(),
  }),
  'chat.send': chatMessageSchema,
  'chat.history': chatPageSchema,
  'chat.read': z.null(),
  'chat.typing': z.null(),
} as const satisfies Record<keyof typeof chatClientMessages, z.core.$ZodType>

/** Server → client. */
export const chatServerMessages = {
  /** A message of either side, also one that was sent in this or another tab. */
  'chat.message': chatMessageSchema,
  /** Someone of staff types; it fades after 4 s. */
  'chat.typing': z.strictObject({}),
  /** How far staff have read. */
  'chat.read': z.strictObject({ seq: chatSeqSchema }),
  /** Messages of staff that the player has not read: after `welcome` where there are any, and when it changes. */
  'chat.unread': z.strictObject({ count: z.int().check(z.minimum(0)) }),
  /** Whether someone of staff is on now, to those who opened the chat. */
  'chat.staffed': z.strictObject({ staffed: z.boolean() }),
} as const

/** As the platform publishes it; `version` grows with every change, and older ones are dropped. */
export const unreadSchema = z.strictObject({
  version: z.int().check(z.minimum(0)),
  ...chatServerMessages['chat.unread'].shape,
})
export type Unread = z.infer<typeof unreadSchema>

/** Who did it. */
const by = z.enum(['player', 'staff'])

/** Published events; the key is the player whose conversation it is, and null for `chat.staffed`. */
export const chatBusEvents = {
  /** After the commit. */
  'chat.message': platformToBffs(chatMessageSchema),
  'chat.read': platformToBffs(z.strictObject({ by, seq: chatSeqSchema })),
  'chat.typing': toBffs(z.strictObject({ by })),
  'chat.unread': platformToBffs(unreadSchema),
  'chat.staffed': fromPlatforms(chatServerMessages['chat.staffed']),
} as const
