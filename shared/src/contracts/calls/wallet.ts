import * as z from 'zod/mini'
import type { Call } from '../call.ts'
import { balanceSchema } from '../live/live.ts'
import {
  channelsSchema,
  depositBodySchema,
  depositPreviewBodySchema,
  depositPreviewSchema,
} from '../rest/deposit.ts'
import {
  checkoutSchema,
  orderDetailSchema,
  ordersPageSchema,
  ordersQuerySchema,
  paymentToldSchema,
} from '../rest/orders.ts'
import { statementPageSchema, statementQuerySchema } from '../rest/wallet.ts'
import {
  destinationBodySchema,
  destinationSchema,
  withdrawBodySchema,
  withdrawCodeSchema,
  withdrawPreviewBodySchema,
  withdrawPreviewSchema,
  withdrawStateSchema,
} from '../rest/withdraw.ts'

/** The `:id` of a path. */
const byId = z.object({ id: z.uuid() })

export const balance = {
  method: 'GET',
  path: '/api/wallet/balance',
  may: 'player',
  answer: balanceSchema,
} as const satisfies Call

/** Every entry of one’s accounts, the newest first. */
export const statement = {
  method: 'GET',
  path: '/api/wallet/statement',
  may: 'player',
  query: statementQuerySchema,
  answer: statementPageSchema,
} as const satisfies Call

export const statementFile = {
  method: 'GET',
  path: '/api/wallet/statement.csv',
  may: 'player',
  answer: 'file',
} as const satisfies Call

/** The ways for money in and out that are open now. */
export const channels = {
  method: 'GET',
  path: '/api/wallet/channels',
  may: 'player',
  answer: channelsSchema,
} as const satisfies Call

export const previewDeposit = {
  method: 'POST',
  path: '/api/wallet/deposit/preview',
  may: 'player',
  body: depositPreviewBodySchema,
  answer: depositPreviewSchema,
} as const satisfies Call

/** The same key gets the same order, however often it is sent. */
export const deposit = {
  method: 'POST',
  path: '/api/wallet/deposit',
  may: 'player',
  body: depositBodySchema,
  answer: orderDetailSchema,
} as const satisfies Call

/** Your own orders, the newest first. */
export const orders = {
  method: 'GET',
  path: '/api/wallet/orders',
  may: 'player',
  query: ordersQuerySchema,
  answer: ordersPageSchema,
} as const satisfies Call

export const order = {
  method: 'GET',
  path: '/api/wallet/orders/:id',
  may: 'player',
  params: byId,
  answer: orderDetailSchema,
} as const satisfies Call

/** The player says that a deposit is paid. */
export const sayPaid = {
  method: 'POST',
  path: '/api/wallet/orders/:id/paid',
  may: 'player',
  params: byId,
  answer: orderDetailSchema,
} as const satisfies Call

/** A picture of a payment: JPG, PNG or GIF. */
export const uploadProof = {
  method: 'POST',
  path: '/api/wallet/orders/:id/proof',
  may: 'player',
  params: byId,
  form: true,
  answer: orderDetailSchema,
} as const satisfies Call

/** A picture of a payment, for its owner alone. */
export const proof = {
  method: 'GET',
  path: '/api/wallet/proofs/:id',
  may: 'player',
  params: byId,
  answer: 'file',
} as const satisfies Call

/** Where an order by `checkout` is paid. */
export const openCheckout = {
  method: 'POST',
  path: '/api/wallet/orders/:id/checkout',
  may: 'player',
  params: byId,
  answer: checkoutSchema,
} as const satisfies Call

/** A webhook: the body is the provider’s own, and signed by it. */
export const paymentEvent = {
  method: 'POST',
  path: '/api/wallet/webhook/:provider',
  may: 'anyone',
  params: z.object({ provider: z.string().check(z.maxLength(40)) }),
  bodyBytes: 64 * 1024,
  answer: paymentToldSchema,
} as const satisfies Call

export const destinations = {
  method: 'GET',
  path: '/api/wallet/destinations',
  may: 'player',
  answer: z.array(destinationSchema),
} as const satisfies Call

export const addDestination = {
  method: 'POST',
  path: '/api/wallet/destinations',
  may: 'player',
  body: destinationBodySchema,
  answer: destinationSchema,
} as const satisfies Call

export const removeDestination = {
  method: 'POST',
  path: '/api/wallet/destinations/:id/remove',
  may: 'player',
  params: byId,
  answer: z.null(),
} as const satisfies Call

export const withdrawState = {
  method: 'GET',
  path: '/api/wallet/withdraw',
  may: 'player',
  answer: withdrawStateSchema,
} as const satisfies Call

export const previewWithdrawal = {
  method: 'POST',
  path: '/api/wallet/withdraw/preview',
  may: 'player',
  body: withdrawPreviewBodySchema,
  answer: withdrawPreviewSchema,
} as const satisfies Call

/** Sends a code that is good for this destination and amount alone. */
export const sendWithdrawalCode = {
  method: 'POST',
  path: '/api/wallet/withdraw/code',
  may: 'player',
  body: withdrawPreviewBodySchema,
  answer: withdrawCodeSchema,
} as const satisfies Call

/** Places the order, or answers the one that this key placed before. */
export const withdraw = {
  method: 'POST',
  path: '/api/wallet/withdraw',
  may: 'player',
  body: withdrawBodySchema,
  answer: orderDetailSchema,
} as const satisfies Call
