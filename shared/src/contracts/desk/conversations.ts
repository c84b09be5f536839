import { z } from 'zod'
import { usableLanguages } from '../../languages/index.ts'
import {
  chatMessageSchema,
  chatPageSchema,
  chatSeqSchema,
  chatTextMax,
  newChatMessageSchema,
} from '../live/chat.ts'
import { pageOf, pageQuerySchema } from '../rest/page.ts'
import { deskPlayerSchema } from './flags.ts'

const at = z.number()

/** A member of staff as colleagues see them. */
const colleagueSchema = z.object({ id: z.uuid(), name: z.string() })

/** A player's conversation with support, as a line of the inbox. */
export const deskConversationSchema = z.object({
  player: deskPlayerSchema.extend({ avatar: z.string(), guest: z.boolean() }),
  status: z.enum(['open', 'closed']),
  assignedTo: colleagueSchema.nullable(),
  /** The language of the player's page when they last wrote. */
  locale: z.string(),
  /** When the oldest unanswered message was written. */
  waitingSince: at.nullable(),
  lastSeq: chatSeqSchema,
  /** How far both sides have read, and the player's messages that staff have not. */
  playerRead: chatSeqSchema,
  staffRead: chatSeqSchema,
  unread: z.int().min(0),
  last: chatMessageSchema,
  updatedAt: at,
})
export type DeskConversation = z.infer<typeof deskConversationSchema>

/**
 * `GET /api/desk/conversations`: open ones, those waiting for an answer first and longest wait first, then the rest,
 * newest first. Closed ones newest first.
 */
export const deskConversationsQuerySchema = pageQuerySchema.extend({
  filter: z.enum(['mine', 'unassigned', 'closed']).optional(),
})
export const deskConversationsPageSchema = pageOf(deskConversationSchema)

/** `GET /api/desk/conversations/:playerId`: the latest messages, or those before a number. */
export const deskConversationQuerySchema = z.object({
  before: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1)
    .optional(),
})
export const deskConversationDetailSchema = deskConversationSchema.extend(chatPageSchema.shape)

/** `POST …/reply`. It begins the conversation of a player who has none. */
export const deskReplyBodySchema = newChatMessageSchema
/** `POST …/assign`: to whom, null for no one; and the previous assignee, so two people don't overwrite each other. */
export const deskAssignBodySchema = z.strictObject({ staffId: z.uuid().nullable(), was: z.uuid().nullable() })
/** `POST …/close` and `POST …/read`: the last message that was read. */
export const deskReadBodySchema = z.strictObject({ seq: chatSeqSchema })

const languageIds = usableLanguages.map(({ id }) => id)
const text = z
  .string()
  .trim()
  .min(1)
  .max(chatTextMax, { abort: true })
  .regex(/^(?:[\n\t]|[^\p{Cc}\p{Cs}])*$/u)

/** An answer that is ready to be sent, in every language that players can choose. */
export const cannedAnswerSchema = z.object({
  id: z.string(),
  title: z.string(),
  texts: z.record(z.enum(languageIds), z.string()),
  version: z.int().min(1),
})
export type CannedAnswer = z.infer<typeof cannedAnswerSchema>

/** `POST /api/desk/canned/:id`: the whole answer with the version that was read. */
export const cannedAnswerBodySchema = z.strictObject({
  title: z
    .string()
    .trim()
    .min(1)
    .max(60, { abort: true })
    .regex(/^\P{C}*$/u),
  texts: z.record(z.enum(languageIds), text),
  version: z.int().min(1),
})
export type CannedAnswerBody = z.infer<typeof cannedAnswerBodySchema>
