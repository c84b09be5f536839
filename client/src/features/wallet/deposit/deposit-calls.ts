import {
  type DepositBody,
  type DepositPreview,
  depositPreviewSchema,
  type OrderDetail,
  orderDetailSchema,
} from '@minefall/shared/contracts'
import { z } from 'zod'
import { postData } from '../../../lib/api.ts'
import type { Draft } from './draft.ts'

// Every call rejects with a `CallError`, or with axios' own error when aborted.

/** `POST /api/wallet/deposit/preview`: what it would cost now. */
export const previewDeposit = (draft: Draft, signal: AbortSignal): Promise<DepositPreview> =>
  postData('/api/wallet/deposit/preview', draft, depositPreviewSchema, { signal })

/** `POST /api/wallet/deposit`: the same key gets the same order, however often it is sent. */
export const placeDeposit = (body: DepositBody): Promise<OrderDetail> =>
  postData('/api/wallet/deposit', body, orderDetailSchema)

/** `POST /api/wallet/orders/:id/paid`: the player says so. */
export const tellPaid = (id: string): Promise<OrderDetail> =>
  postData(`/api/wallet/orders/${id}/paid`, {}, orderDetailSchema)

/** `POST /api/wallet/orders/:id/proof`. `onProgress` hears which share is sent, from 0 to 1. */
export const sendProof = (
  id: string,
  image: Blob,
  { onProgress, signal }: { onProgress(share: number): void; signal: AbortSignal },
): Promise<OrderDetail> => {
  const form = new FormData()
  form.append('image', image)
  return postData(`/api/wallet/orders/${id}/proof`, form, orderDetailSchema, {
    onUploadProgress: ({ progress }) => progress !== undefined && onProgress(progress),
    signal,
  })
}

const checkoutSchema = z.object({ url: z.string(), sandbox: z.boolean() })

/** `POST /api/wallet/orders/:id/checkout`: where an order by an online provider is paid. */
export const openCheckout = (id: string): Promise<z.infer<typeof checkoutSchema>> =>
  postData(`/api/wallet/orders/${id}/checkout`, {}, checkoutSchema)
