import { z } from 'zod'
import {
  networkSchema,
  orderKindSchema,
  orderStatusSchema,
  paymentMethodSchema,
} from '../../payments/index.ts'
import { coinsSchema } from '../../rules/index.ts'
import { moneySchema, orderDetailSchema, orderSchema, payToSchema, rateSchema } from '../rest/orders.ts'
import { pageOf, pageQuerySchema } from '../rest/page.ts'
import { signedCoinsSchema } from '../rest/wallet.ts'

export const staffRoleSchema = z.enum(['support', 'finance', 'admin'])
export type StaffRole = z.infer<typeof staffRoleSchema>

export const staffSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  role: staffRoleSchema,
})
export type Staff = z.infer<typeof staffSchema>

/** No control characters, nothing that is not shown, and no half of a character. */
const printable = /^\P{C}*$/u

/** `POST /api/desk/login`. Six digits of the second factor, each good once. */
export const deskLoginBodySchema = z.strictObject({
  email: z.string().max(254).normalize().trim().toLowerCase().regex(printable),
  password: z.string().max(256),
  code: z.string().regex(/^\d{6}$/, 'code-length'),
})
/** The token goes into `authorization: Bearer …` of every other call. */
export const deskSignedInSchema = z.object({ token: z.string(), staff: staffSchema })

/**
 * What a reviewer should look at: the picture was a proof before; there is no picture; the amount paid is another;
 * someone else saved the same destination; it is the first withdrawal to it; a flag about the account is open; the
 * account is blocked; its owner's identity has to be reviewed first; it needs a second person.
 */
export const orderFlagSchema = z.enum([
  'proof-seen',
  'no-proof',
  'amount-differs',
  'destination-shared',
  'destination-new',
  'account-flagged',
  'account-blocked',
  'identity-unreviewed',
  'second-person',
])
export type OrderFlag = z.infer<typeof orderFlagSchema>

export const deskPlayerSchema = z.object({
  id: z.string(),
  nickname: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
})

/** Who looked at something, and when. */
const reviewedSchema = z.object({ at: z.number(), staffId: z.uuid(), name: z.string() })

/** Coins that the first of two accounts lost to the second, less what came back, and the matches they met in. */
const metSchema = z.object({ matches: z.int(), moved: signedCoinsSchema })

/** Two accounts that met too often or moved too many coins between them on a day (UTC). */
export const deskFlagSchema = z.object({
  id: z.string(),
  kind: z.enum(['pair']),
  at: z.number(),
  players: z.array(deskPlayerSchema),
  day: z.iso.date(),
  /** Of that day: when it was flagged, and all there is of it. */
  flagged: metSchema,
  total: metSchema,
  /** What the two share: a device that both signed in on, or where their money is paid out. */
  shared: z.enum(['same-device', 'same-payout']).nullable(),
  reviewed: reviewedSchema.nullable(),
})
export type DeskFlag = z.infer<typeof deskFlagSchema>

/** `GET /api/desk/flags`: open ones, the oldest first; or reviewed ones, the newest first. */
export const deskFlagsQuerySchema = pageQuerySchema.extend({
  status: z.enum(['open', 'reviewed']).default('open'),
})
export const deskFlagsPageSchema = pageOf(deskFlagSchema)

/** An account whose survival is beyond luck, over all its matches for coins and bonus coins on tables with clues. */
export const deskLuckSchema = z.object({
  player: deskPlayerSchema,
  matches: z.int().min(1),
  /** Moves in which some tile was better than another. */
  moves: z.int().min(0),
  /** In standard deviations of honest play: above 0 where it survived more than its risks would have it. */
  luck: z.number(),
  /** When its latest match ended. */
  latestAt: z.number(),
})
export type DeskLuck = z.infer<typeof deskLuckSchema>

/** `GET /api/desk/luck`: who played last comes first. */
export const deskLuckQuerySchema = pageQuerySchema
export const deskLuckPageSchema = pageOf(deskLuckSchema)

/** What is known of who owns an account: whether staff looked at it, and the coins that were paid out to it. */
const identityFields = { reviewed: reviewedSchema.nullable(), withdrawn: coinsSchema }
/** What `POST /api/desk/players/:id/identity` answers. */
export const deskIdentitySchema = z.object({ player: deskPlayerSchema, ...identityFields })
export type DeskIdentity = z.infer<typeof deskIdentitySchema>

export const deskOrderSchema = orderSchema.extend({
  player: deskPlayerSchema,
  flags: z.array(orderFlagSchema),
})
export type DeskOrder = z.infer<typeof deskOrderSchema>

/** `GET /api/desk/orders`: the oldest first while they wait, so without a status what waits. */
export const deskOrdersQuerySchema = pageQuerySchema.extend({
  kind: orderKindSchema.optional(),
  status: orderStatusSchema.optional(),
})
export const deskOrdersPageSchema = pageOf(deskOrderSchema)

const secondPersonSchema = z.object({
  of: z.enum(['order', 'staff', 'account']),
  within: z.enum(['day', 'week']).nullable(),
  /** Coins that one person alone approved before in that time, and how many call for a second person. */
  approved: coinsSchema,
  most: coinsSchema,
})
export type SecondPerson = z.infer<typeof secondPersonSchema>

export const deskOrderDetailSchema = orderDetailSchema.extend({
  player: deskPlayerSchema,
  flags: z.array(orderFlagSchema),
  /** The latest flags about the account. */
  accountFlags: z.array(deskFlagSchema),
  identity: z.object(identityFields),
  /** Where a withdrawal goes, in full. */
  destinationDetails: z.record(z.string(), z.string()).nullable(),
  /** Each change with who did it: a player or a member of staff by name, a provider, or the clock. */
  events: z.array(
    z.object({
      status: z.string(),
      actorKind: z.enum(['player', 'staff', 'provider', 'clock']),
      actor: z.string(),
      reason: z.string().nullable(),
      at: z.number(),
    }),
  ),
  approvals: z.object({
    needed: z.int().min(1),
    /** One of someone who was disabled since doesn't count. */
    given: z.array(
      z.object({
        staffId: z.uuid(),
        name: z.string(),
        reference: z.string(),
        at: z.number(),
        counts: z.boolean(),
      }),
    ),
    /**
     * Why it needs two people when the reader approves it: its own size, or what the reader or all staff approved alone
     * in a day or a week, theirs or this account's. Null where one is enough, and for what has ended.
     */
    why: secondPersonSchema.nullable(),
  }),
  deciders: z.object({
    /**
     * Why the reader may not approve it: the account is their own, or they approved its other side (deposits here,
     * withdrawals and identity there) not long ago. Null where they may, and for what has ended.
     */
    refused: z.enum(['own-account', 'other-side']).nullable(),
    /** Names of the others who may approve it now. Empty for what has ended. */
    others: z.array(z.string()),
  }),
})
export type DeskOrderDetail = z.infer<typeof deskOrderDetailSchema>

/** `POST /api/desk/orders/:id/approve`: the payment as the bank or the chain names it, or the payout's own name. */
export const deskApproveBodySchema = z.strictObject({
  reference: z
    .string()
    .trim()
    .min(3)
    .max(100)
    .regex(/^[\x21-\x7e][\x20-\x7e]*$/),
})
/** `POST /api/desk/orders/:id/reject`: what the player reads. */
export const deskRejectBodySchema = z.strictObject({
  reason: z
    .string()
    .trim()
    .min(3)
    .max(300)
    .regex(/^[^\p{Cc}\p{Cf}\p{Cs}]+$/u),
})

/** A channel as staff with the right to it see and change it. `version` keeps two from writing over each other. */
export const deskChannelSchema = z.object({
  direction: orderKindSchema,
  method: paymentMethodSchema,
  currency: z.string(),
  isOpen: z.boolean(),
  least: coinsSchema,
  most: coinsSchema,
  rate: rateSchema,
  feeBps: z.int().min(0).max(10_000),
  /** Money of a deposit, coins of a withdrawal. */
  feeFixed: moneySchema,
  /** Where a deposit is paid to: one for each network of USDT. Null where no one said yet, and with `checkout`. */
  payTo: z.record(z.string(), payToSchema).nullable(),
  version: z.int().min(1),
})
export type DeskChannel = z.infer<typeof deskChannelSchema>

const reason = deskRejectBodySchema.shape.reason
/** `POST /api/desk/flags/:id/review` and `POST /api/desk/players/:id/identity`: what was found, for the audit log. */
export const deskReviewBodySchema = z.strictObject({ reason })
/** The code of a currency that is looked up. */
const currencyCode = z.string().regex(/^[A-Z]{3,5}$/)
/** A line of an account of ours. */
const line = z
  .string()
  .trim()
  .min(2)
  .max(100)
  .regex(/^[^\p{C}<>]+$/u)
const [alipay, usdt, bank] = payToSchema.options
const ownAccountSchema = z.discriminatedUnion('method', [
  alipay.extend({ account: line, name: line }),
  usdt.extend({ address: line }),
  bank.extend({ bankName: line, branchName: line, accountNumber: line, name: line }),
])
/** `POST /api/desk/channels`: the whole channel with the version that was read, and why. */
export const deskChannelBodySchema = z.strictObject({
  ...deskChannelSchema.shape,
  currency: currencyCode,
  payTo: z.partialRecord(z.enum(['', ...networkSchema.options]), ownAccountSchema).nullable(),
  reason,
})
export type DeskChannelBody = z.infer<typeof deskChannelBodySchema>

/** `GET /api/desk/currencies`: what is shown for one coin. */
export const deskCurrencySchema = z.object({
  currencycode: z.string(),
  name: z.string(),
  symbol: z.string(),
  rate: rateSchema,
})
export type DeskCurrency = z.infer<typeof deskCurrencySchema>
/** `POST /api/desk/currencies`. */
export const deskRateBodySchema = z.strictObject({ currencycode: currencyCode, rate: rateSchema, reason })

const whoSchema = z.object({ id: z.uuid(), name: z.string() })
const proposalFields = {
  id: z.uuid(),
  reason: z.string(),
  proposedBy: whoSchema,
  proposedAt: z.number(),
  /** Until when another admin may confirm it. */
  expiresAt: z.number(),
  status: z.enum(['open', 'confirmed', 'withdrawn', 'lapsed']),
  /** Who ended it; null while it is open, and if it lapsed. */
  ended: z.object({ by: whoSchema, at: z.number() }).nullable(),
}
/**
 * A change that two people make: of where deposits are paid to, or of a rate. `before` is as it was when it was
 * proposed. `POST /api/desk/channels` and `…/currencies` answer it where one person is not enough, and null where the
 * change is made; `GET /api/desk/proposals` lists them.
 */
export const deskProposalSchema = z.discriminatedUnion('what', [
  z.object({
    ...proposalFields,
    what: z.literal('channel'),
    before: deskChannelSchema,
    after: deskChannelSchema,
  }),
  z.object({
    ...proposalFields,
    what: z.literal('currency'),
    before: deskCurrencySchema,
    after: deskCurrencySchema,
  }),
])
export type DeskProposal = z.infer<typeof deskProposalSchema>

/** `GET /api/desk/audit`: the newest first. */
export const deskAuditQuerySchema = pageQuerySchema.extend({
  subjectType: z.string().max(40).regex(printable).optional(),
  subjectId: z.string().max(254).regex(printable).optional(),
})
export const deskAuditEntrySchema = z.object({
  id: z.string(),
  at: z.number(),
  /** Null for what was done outside the desk, by anyone who runs the program. */
  staff: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  action: z.string(),
  subjectType: z.string(),
  subjectId: z.string(),
  reason: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  /** The network address that it was done from. */
  address: z.string(),
})
export type DeskAuditEntry = z.infer<typeof deskAuditEntrySchema>
export const deskAuditPageSchema = pageOf(deskAuditEntrySchema)
