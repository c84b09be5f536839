import * as z from 'zod/mini'
import { invitationPattern } from '../../contact/sign-in.ts'

/** Whose words a notice is shown in: the player's language, or the documented text, Chinese or English. */
export const noticeLanguages = ['player', 'documented'] as const

/** A language as `Accept-Language` names it: RFC 5646, without extensions. */
export const languageTag = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/

/** What the BFF tells every page at `GET /config.json`, without an envelope. */
export const publicConfigSchema = z.strictObject({
  /** Sent at registration when no one invited. */
  defaultInvitationCode: z.string().check(z.regex(invitationPattern)),
  noticeLanguage: z.enum(noticeLanguages),
  /** The `Accept-Language` of every call. */
  requestLanguage: z.string().check(z.regex(languageTag)),
  /** Whether online deposits are test money: bonus coins of a sandbox, where no real money moves. */
  testMoney: z.optional(z.boolean()),
  /** The script of another support widget than ours, where there is one. */
  supportWidgetUrl: z.optional(z.string()),
})
export type PublicConfig = z.infer<typeof publicConfigSchema>
