import {
  type Destination,
  type destinationBodySchema,
  destinationSchema,
  type OrderDetail,
  orderDetailSchema,
  type WithdrawBody,
  type WithdrawPreview,
  type WithdrawState,
  withdrawCodeSchema,
  type withdrawPreviewBodySchema,
  withdrawPreviewSchema,
  withdrawStateSchema,
} from '@minefall/shared/contracts'
import { z } from 'zod'
import { getData, postData } from '../../../lib/api.ts'

// Every call rejects with a `CallError`, or with axios' own error when aborted.

/** A destination and an amount, before anything of them is settled. */
export type Asked = z.infer<typeof withdrawPreviewBodySchema>

export const fetchWithdraw = (signal: AbortSignal): Promise<WithdrawState> =>
  getData('/api/wallet/withdraw', withdrawStateSchema, signal)

export const previewWithdrawal = (asked: Asked, signal: AbortSignal): Promise<WithdrawPreview> =>
  postData('/api/wallet/withdraw/preview', asked, withdrawPreviewSchema, { signal })

/** Sends a code that is good for this destination and amount alone. `seconds` until the next may be asked for. */
export const sendWithdrawCode = (asked: Asked): Promise<z.infer<typeof withdrawCodeSchema>> =>
  postData('/api/wallet/withdraw/code', asked, withdrawCodeSchema)

/** Places the order, or resolves with the one that this key placed before. */
export const withdraw = (body: WithdrawBody): Promise<OrderDetail> =>
  postData('/api/wallet/withdraw', body, orderDetailSchema)

export const addDestination = (body: z.infer<typeof destinationBodySchema>): Promise<Destination> =>
  postData('/api/wallet/destinations', body, destinationSchema)

export const removeDestination = async (id: string): Promise<void> =>
  void (await postData(`/api/wallet/destinations/${id}/remove`, {}, z.null()))
