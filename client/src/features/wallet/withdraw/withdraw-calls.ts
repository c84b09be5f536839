import {
  type Destination,
  type destinationBodySchema,
  destinationSchema,
  type OrderDetail,
  orderDetailSchema,
  type WithdrawBody,
  type WithdrawPreview,
  type WithdrawState,
  walletCalls,
  withdrawCodeSchema,
  type withdrawPreviewBodySchema,
} from '@minefall/shared/contracts'
import type { z } from 'zod'
import { ask, postData } from '../../../lib/api.ts'

// Every call rejects with a `CallError`, or with axios' own error when aborted.

/** A destination and an amount, before anything of them is settled. */
export type Asked = z.infer<typeof withdrawPreviewBodySchema>

export const fetchWithdraw = (signal: AbortSignal): Promise<WithdrawState> =>
  ask(walletCalls.withdrawState, { signal })

export const previewWithdrawal = (asked: Asked, signal: AbortSignal): Promise<WithdrawPreview> =>
  ask(walletCalls.previewWithdrawal, { body: asked, signal })

/** Sends a code that is good for this destination and amount alone. `seconds` until the next may be asked for. */
export const sendWithdrawCode = (asked: Asked): Promise<z.infer<typeof withdrawCodeSchema>> =>
  postData('/api/wallet/withdraw/code', asked, withdrawCodeSchema)

/** Places the order, or resolves with the one that this key placed before. */
export const withdraw = (body: WithdrawBody): Promise<OrderDetail> =>
  postData('/api/wallet/withdraw', body, orderDetailSchema)

export const addDestination = (body: z.infer<typeof destinationBodySchema>): Promise<Destination> =>
  postData('/api/wallet/destinations', body, destinationSchema)

export const removeDestination = async (id: string): Promise<void> =>
  void (await ask(walletCalls.removeDestination, { params: { id } }))
