import { z } from 'zod'
import { orderKindSchema } from '../../payments/index.ts'
import { assetSchema, coinsSchema, matchIdSchema } from '../../rules/index.ts'
import { balanceSchema } from '../live/live.ts'
import { pageOf, pageQuerySchema } from '../rest/page.ts'
import { playStateSchema } from '../rest/safer-play.ts'
import { reportCategorySchema } from '../rest/support.ts'
import { deskFlagSchema, deskIdentitySchema, deskPlayerSchema } from './flags.ts'
import { deskReasonSchema } from './staff.ts'

const at = z.number()
const colleagueSchema = z.object({ id: z.uuid(), name: z.string() })
/** What is said of why, for those of staff who look at it later; and what the player reads. One line each. */
const line = deskReasonSchema

/** At most so many of each kind that is found. */
export const foundMax = 10

/**
 * `GET /api/desk/search`: the beginning of a nickname or of an email address; a phone number, or its last six digits
 * and more; the whole id of a player or a match; the number of an order or a report, with its letter or without.
 */
export const deskSearchQuerySchema = z.object({
  q: z
    .string()
    .max(254)
    .transform((text) => text.normalize('NFKC').trim())
    .pipe(
      z
        .string()
        .min(2)
        .regex(/^\P{C}*$/u),
    ),
})

/** A player with what tells them from others in a list. */
const deskFoundPlayerSchema = deskPlayerSchema.extend({
  avatar: z.string(),
  guest: z.boolean(),
  blocked: z.boolean(),
})
export type DeskFoundPlayer = z.infer<typeof deskFoundPlayerSchema>

const nameSchema = z.object({ id: z.string(), nickname: z.string() })

/** What was found, by kind; a kind that the caller may not read has nothing. */
export const deskFoundSchema = z.object({
  players: z.array(deskFoundPlayerSchema).max(foundMax),
  /** Whether there are more players whose nickname or address begins like this. */
  morePlayers: z.boolean(),
  orders: z
    .array(
      z.object({
        id: z.uuid(),
        number: z.string(),
        kind: orderKindSchema,
        status: z.string(),
        amount: coinsSchema,
        createdAt: at,
        player: nameSchema,
      }),
    )
    .max(foundMax),
  matches: z
    .array(
      z.object({
        matchId: matchIdSchema,
        gameId: z.string(),
        phase: z.string(),
        asset: assetSchema,
        stake: coinsSchema,
        openedAt: at,
      }),
    )
    .max(foundMax),
  reports: z
    .array(
      z.object({
        id: z.uuid(),
        number: z.string(),
        category: reportCategorySchema,
        createdAt: at,
        player: nameSchema.nullable(),
      }),
    )
    .max(foundMax),
})
export type DeskFound = z.infer<typeof deskFoundSchema>

/** An account that is blocked: since when, by whom, why, and what its owner reads. */
export const deskBlockSchema = z.object({
  at,
  by: colleagueSchema,
  reason: z.string(),
  text: z.string(),
})
export type DeskBlock = z.infer<typeof deskBlockSchema>

/** What only an account has, a guest has not. */
const deskAccountSchema = z.object({
  registeredAt: at,
  /** Letters of the country of the phone number; empty without one. */
  country: z.string(),
  language: z.string(),
  currency: z.string(),
  level: z.int(),
  vipLevel: z.int(),
  invitationCode: z.string(),
  invitedBy: nameSchema.nullable(),
  hasPassword: z.boolean(),
  hasPaymentPassword: z.boolean(),
  paymentLockedUntil: at.nullable(),
  /** When a password or a contact last changed. */
  securedAt: at,
  blocked: deskBlockSchema.nullable(),
  /** 18+, residence, break, limits and today, as the player sees them. */
  play: playStateSchema,
  identity: deskIdentitySchema.omit({ player: true }),
  /** The latest. */
  flags: z.array(deskFlagSchema),
})

/** `GET /api/desk/players/:id`. */
export const deskPlayerDetailSchema = deskPlayerSchema.extend({
  avatar: z.string(),
  /** The id of the picture that they uploaded last, shown or not; null for none. */
  picture: z.uuid().nullable(),
  /** When the player was first seen, as a guest most often. */
  createdAt: at,
  /** Null for a guest. */
  account: deskAccountSchema.nullable(),
  balance: balanceSchema,
  /** Where they sit now. */
  seated: z.object({ matchId: matchIdSchema, gameId: z.string() }).nullable(),
  /** The conversation with support; null where there is none, and for whom conversations are not. */
  conversation: z
    .object({ status: z.enum(['open', 'closed']), waitingSince: at.nullable(), updatedAt: at })
    .nullable(),
})
export type DeskPlayerDetail = z.infer<typeof deskPlayerDetailSchema>

/** `GET …/sessions`: the latest, those that ended within 30 days too. */
const deskSessionSchema = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  /** What the browser called itself at sign-in. */
  device: z.string(),
  address: z.string(),
  createdAt: at,
  seenAt: at,
  /** Null while it goes on. */
  ended: z.object({ at, reason: z.string() }).nullable(),
})
export type DeskSession = z.infer<typeof deskSessionSchema>
export const deskSessionsSchema = z.object({ items: z.array(deskSessionSchema) })

/** `GET …/notes`: what staff wrote of a player, the newest first. */
export const deskNoteSchema = z.object({ id: z.uuid(), at, by: colleagueSchema, text: z.string() })
export type DeskNote = z.infer<typeof deskNoteSchema>
export const deskNotesQuerySchema = pageQuerySchema
export const deskNotesPageSchema = pageOf(deskNoteSchema)
export const noteTextMax = 2_000
/** `POST …/notes`: the same id again is the same note. */
export const deskNoteBodySchema = z.strictObject({
  noteId: z.uuid(),
  text: z
    .string()
    .max(noteTextMax)
    .transform((text) => text.replace(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .min(1)
        .regex(/^(?:[\n\t]|[^\p{Cc}\p{Cs}])*$/u),
    ),
})

/** `POST …/block`: why, and what the player reads where they sign in. */
export const deskBlockBodySchema = z.strictObject({ reason: line, text: line })
/** `POST …/unblock`: whatever block there is, or only the one of that time. */
export const deskUnblockBodySchema = z.strictObject({ reason: line, blockedAt: z.int().optional() })
/** `POST …/remove-name`: the nickname that staff saw, why it goes, and what support writes to the player. */
export const deskRemoveNameBodySchema = z.strictObject({
  nickname: z.string().min(1).max(40),
  reason: line,
  text: line,
})
/** `POST …/remove-picture`: the same of the picture that staff saw. */
export const deskRemovePictureBodySchema = z.strictObject({ picture: z.uuid(), reason: line, text: line })
/** `POST …/sign-out`: every session, or one. */
export const deskSignOutBodySchema = z.strictObject({
  reason: line,
  sessionId: deskSessionSchema.shape.id.optional(),
})
/** How many sessions it ended. */
export const deskSignedOutSchema = z.object({ ended: z.int().min(0) })
