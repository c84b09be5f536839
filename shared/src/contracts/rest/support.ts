import { z } from 'zod'
import { matchIdSchema } from '../../rules/index.ts'
import { type CloseCode, closeCodeNames } from '../live/close.ts'
import { requestKeySchema } from './orders.ts'

/** What a reported problem is about. */
export const reportCategories = ['match', 'connection', 'coins', 'display', 'player', 'other'] as const
export const reportCategorySchema = z.enum(reportCategories)
export type ReportCategory = z.infer<typeof reportCategorySchema>

/** How long a report's text may be, in characters, without the spaces around it. */
export const reportTextMin = 10
export const reportTextMax = 2_000

/** What a database can keep. */
const keepable = /^[^\0]*$/
/** A text that can be kept, of so many characters at most. */
const plain = (most: number) => z.string().max(most, { abort: true }).regex(keepable)

const isCloseCode = (text: string): text is CloseCode => closeCodeNames.some((code) => code === text)

/** The live connection as the reporter's page sees it. Times are in milliseconds. */
export const reportConnectionSchema = z.object({
  state: z.enum(['connected', 'connecting', 'disconnected']),
  /** What the browser says of the network. */
  online: z.boolean(),
  /** Why the last connection ended, while there is no other. */
  closeCode: z.string().refine(isCloseCode).nullable(),
  /** Tries since the connection was last up. */
  attempt: z.int().min(0).max(1_000_000),
  /** The smallest recent round trip. */
  roundTripMs: z.number().min(0).max(3_600_000).nullable(),
  /** The server's clock less the device's. */
  offsetMs: z.number().min(-1e13).max(1e13),
})
export type ReportConnection = z.infer<typeof reportConnectionSchema>

/** A problem, told by a player, by a guest or by a visitor. */
export const reportBodySchema = z.object({
  /** Drawn by the client for each report: sent again it is the same report. */
  key: requestKeySchema,
  category: reportCategorySchema,
  text: z
    .string()
    .trim()
    .max(reportTextMax, { error: 'report-long', abort: true })
    .regex(keepable)
    .min(reportTextMin, 'report-short'),
  /** The match it is about, as the page shows it. */
  matchId: z.optional(matchIdSchema),
  gameId: plain(40).min(1).optional(),
  connection: reportConnectionSchema.optional(),
  /** Path and query of the page. */
  page: plain(300).startsWith('/'),
  /** The release of the page. */
  release: plain(64).min(1).optional(),
})
export type ReportBody = z.infer<typeof reportBodySchema>

/** What the reporter can name it by, such as `R48213-7720`. */
export const reportAnswerSchema = z.object({ reportId: z.string().regex(/^R\d{5}-\d{4}$/) })

/** A picture that was uploaded; it is then sent with a message of the chat. */
export const supportPictureSchema = z.object({ pictureId: z.uuid() })
