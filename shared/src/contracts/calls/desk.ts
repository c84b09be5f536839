import { z } from 'zod'
import type { Call } from '../call.ts'
import {
  deskFlagSchema,
  deskFlagsPageSchema,
  deskFlagsQuerySchema,
  deskIdentitySchema,
  deskLuckPageSchema,
  deskLuckQuerySchema,
  deskReviewBodySchema,
} from '../desk/flags.ts'
import {
  deskChannelBodySchema,
  deskChannelSchema,
  deskCurrencySchema,
  deskProposalSchema,
  deskRateBodySchema,
} from '../desk/money.ts'
import {
  deskApproveBodySchema,
  deskOrderDetailSchema,
  deskOrdersPageSchema,
  deskOrdersQuerySchema,
  deskRejectBodySchema,
} from '../desk/orders.ts'
import {
  deskAuditPageSchema,
  deskAuditQuerySchema,
  deskLoginBodySchema,
  deskSignedInSchema,
  staffSchema,
} from '../desk/staff.ts'

export * from './desk-play.ts'
export * from './desk-players.ts'

const params = z.object({ id: z.uuid() })

export const signIn = {
  method: 'POST',
  path: '/api/desk/login',
  may: 'anyone',
  body: deskLoginBodySchema,
  answer: deskSignedInSchema,
} as const satisfies Call

export const signOut = {
  method: 'POST',
  path: '/api/desk/logout',
  may: 'staff',
  answer: z.null(),
} as const satisfies Call

/** Opens the description of the calls to this browser. */
export const openDocs = {
  method: 'POST',
  path: '/api/desk/docs',
  may: 'staff',
  answer: z.null(),
} as const satisfies Call

export const me = {
  method: 'GET',
  path: '/api/desk/me',
  may: 'staff',
  answer: staffSchema,
} as const satisfies Call

export const audit = {
  method: 'GET',
  path: '/api/desk/audit',
  may: 'audit',
  query: deskAuditQuerySchema,
  answer: deskAuditPageSchema,
} as const satisfies Call

export const orders = {
  method: 'GET',
  path: '/api/desk/orders',
  may: 'orders.read',
  query: deskOrdersQuerySchema,
  answer: deskOrdersPageSchema,
} as const satisfies Call

export const order = {
  method: 'GET',
  path: '/api/desk/orders/:id',
  may: 'orders.read',
  params,
  answer: deskOrderDetailSchema,
} as const satisfies Call

export const proof = {
  method: 'GET',
  path: '/api/desk/proofs/:id',
  may: 'orders.read',
  params,
  answer: 'file',
} as const satisfies Call

export const takeOrder = {
  method: 'POST',
  path: '/api/desk/orders/:id/take',
  may: 'orders.decide',
  params,
  answer: deskOrderDetailSchema,
} as const satisfies Call

export const approveOrder = {
  method: 'POST',
  path: '/api/desk/orders/:id/approve',
  may: 'orders.decide',
  params,
  body: deskApproveBodySchema,
  answer: deskOrderDetailSchema,
} as const satisfies Call

export const rejectOrder = {
  method: 'POST',
  path: '/api/desk/orders/:id/reject',
  may: 'orders.decide',
  params,
  body: deskRejectBodySchema,
  answer: deskOrderDetailSchema,
} as const satisfies Call

export const flags = {
  method: 'GET',
  path: '/api/desk/flags',
  may: 'accounts.read',
  query: deskFlagsQuerySchema,
  answer: deskFlagsPageSchema,
} as const satisfies Call

const flagParams = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,17}$/)
    .transform(BigInt),
})

/** A flag, open or reviewed. */
export const flag = {
  method: 'GET',
  path: '/api/desk/flags/:id',
  may: 'accounts.read',
  params: flagParams,
  answer: deskFlagSchema,
} as const satisfies Call

/** Accounts that survive more, or less, than luck allows. */
export const luck = {
  method: 'GET',
  path: '/api/desk/luck',
  may: 'accounts.read',
  query: deskLuckQuerySchema,
  answer: deskLuckPageSchema,
} as const satisfies Call

export const reviewFlag = {
  method: 'POST',
  path: '/api/desk/flags/:id/review',
  may: 'accounts.review',
  params: flagParams,
  body: deskReviewBodySchema,
  answer: deskFlagSchema,
} as const satisfies Call

export const reviewIdentity = {
  method: 'POST',
  path: '/api/desk/players/:id/identity',
  may: 'accounts.review',
  params,
  body: deskReviewBodySchema,
  answer: deskIdentitySchema,
} as const satisfies Call

export const channels = {
  method: 'GET',
  path: '/api/desk/channels',
  may: 'catalogue',
  answer: z.array(deskChannelSchema),
} as const satisfies Call

/** Null where the change is made; else what another admin has to confirm. */
export const changeChannel = {
  method: 'POST',
  path: '/api/desk/channels',
  may: 'catalogue',
  body: deskChannelBodySchema,
  answer: deskProposalSchema.nullable(),
} as const satisfies Call

export const currencies = {
  method: 'GET',
  path: '/api/desk/currencies',
  may: 'catalogue',
  answer: z.array(deskCurrencySchema),
} as const satisfies Call

/** As `changeChannel`. */
export const changeRate = {
  method: 'POST',
  path: '/api/desk/currencies',
  may: 'catalogue',
  body: deskRateBodySchema,
  answer: deskProposalSchema.nullable(),
} as const satisfies Call

export const proposals = {
  method: 'GET',
  path: '/api/desk/proposals',
  may: 'catalogue',
  answer: z.array(deskProposalSchema),
} as const satisfies Call

export const confirmProposal = {
  method: 'POST',
  path: '/api/desk/proposals/:id/confirm',
  may: 'catalogue',
  params,
  body: deskReviewBodySchema,
  answer: deskProposalSchema,
} as const satisfies Call

export const withdrawProposal = {
  method: 'POST',
  path: '/api/desk/proposals/:id/withdraw',
  may: 'catalogue',
  params,
  body: deskReviewBodySchema,
  answer: deskProposalSchema,
} as const satisfies Call
