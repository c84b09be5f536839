import { z } from 'zod'
import { orderKindSchema, orderStatusSchema } from '../../payments/index.ts'
import { coinsSchema } from '../../rules/index.ts'
import { orderDetailSchema, orderSchema } from '../rest/orders.ts'
import { pageOf, pageQuerySchema } from '../rest/page.ts'
import { deskFlagSchema, deskIdentitySchema, deskPlayerSchema } from './flags.ts'
import { deskReasonSchema } from './staff.ts'

/**
 * What a reviewer should look at: the picture was a proof before; there is no picture; the amount paid is another;
 * someone else saved the same destination; it is the first withdrawal to it; a flag about the account is open; the
 * account is blocked; its owner's identity has to be reviewed first; a change of contacts that it came after was undone;
 * it needs a second person.
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
  'contact-undone',
  'second-person',
])
export type OrderFlag = z.infer<typeof orderFlagSchema>

const deskOrderSchema = orderSchema.extend({
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
  identity: deskIdentitySchema.omit({ player: true }),
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
    .max(100, { abort: true })
    .regex(/^[\x21-\x7e][\x20-\x7e]*$/),
})
/** `POST /api/desk/orders/:id/reject`: what the player reads. */
export const deskRejectBodySchema = z.strictObject({ reason: deskReasonSchema })
