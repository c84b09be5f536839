import { moneySchema, requestKeySchema, withdrawPreviewBodySchema } from '@minefall/shared/contracts'
import type { z } from 'zod'
import type { SafeStorage } from '../../../lib/storage.ts'

/** A request for a withdrawal: what was asked for, and the key that keeps it from having its effect twice. */
const requestSchema = withdrawPreviewBodySchema.extend({ key: requestKeySchema, total: moneySchema })
export type WithdrawRequest = z.infer<typeof requestSchema>

const keyOf = (userId: string) => `withdraw_request/${userId}`

type Asked = Pick<WithdrawRequest, 'destinationId' | 'amount'>

const read = (store: SafeStorage, userId: string): WithdrawRequest | null => {
  try {
    return requestSchema.safeParse(JSON.parse(store.get(keyOf(userId)) ?? 'null')).data ?? null
  } catch {
    // What is no JSON is no request either.
    return null
  }
}

/**
 * Requests as they are sent, each kept in `store` until its answer is known. One that had no answer is sent again as it
 * was, whatever the sums are by now: if it came through, its first answer is told again, and nothing is taken twice.
 */
export const keptRequests = (store: SafeStorage, userId: string, draw: () => string) => {
  const unanswered = ({ destinationId, amount }: Asked): WithdrawRequest | null => {
    const kept = read(store, userId)
    return kept?.destinationId === destinationId && kept.amount === amount ? kept : null
  }
  return {
    /** The same as it was asked for before, if that had no answer. */
    unanswered,
    /** The request to send: the unanswered one where the same is asked for, otherwise a new one, kept from now on. */
    take: (asked: Omit<WithdrawRequest, 'key'>): WithdrawRequest => {
      const request = unanswered(asked) ?? { ...asked, key: draw() }
      store.set(keyOf(userId), JSON.stringify(request))
      return request
    },
    /** Its answer is known. */
    forget: () => store.remove(keyOf(userId)),
  }
}
