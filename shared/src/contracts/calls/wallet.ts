import * as z from 'zod/mini'
import type { Call } from '../call.ts'
import { orderDetailSchema } from '../rest/orders.ts'
import {
  withdrawBodySchema,
  withdrawCodeSchema,
  withdrawPreviewBodySchema,
  withdrawPreviewSchema,
  withdrawStateSchema,
} from '../rest/withdraw.ts'

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

export const sendWithdrawalCode = {
  method: 'POST',
  path: '/api/wallet/withdraw/code',
  may: 'player',
  body: withdrawPreviewBodySchema,
  answer: withdrawCodeSchema,
} as const satisfies Call

export const withdraw = {
  method: 'POST',
  path: '/api/wallet/withdraw',
  may: 'player',
  body: withdrawBodySchema,
  answer: orderDetailSchema,
} as const satisfies Call

export const removeDestination = {
  method: 'POST',
  path: '/api/wallet/destinations/:id/remove',
  may: 'player',
  params: z.object({ id: z.uuid() }),
  answer: z.null(),
} as const satisfies Call
