import {
  moneySchema,
  requestKeySchema,
  type WithdrawAsked,
  withdrawPreviewBodySchema,
} from '@minefall/shared/contracts/rest'
import type { z } from 'zod'
import { keptRequests } from '../../../lib/kept-request.ts'
import type { SafeStorage } from '../../../lib/storage.ts'

/** A request for a withdrawal: what was asked for, and the key that keeps it from having its effect twice. */
const requestSchema = withdrawPreviewBodySchema.extend({ key: requestKeySchema, total: moneySchema })

type WithdrawRequest = z.infer<typeof requestSchema>

const isSame = (one: WithdrawAsked, other: WithdrawAsked): boolean =>
  one.destinationId === other.destinationId && one.amount === other.amount

/** An account's requests for withdrawals, as `keptRequests` keeps them. */
export const keptWithdrawals = (store: SafeStorage, userId: string, draw: () => string) => {
  const name = `withdraw_request/${userId}`
  const kept = keptRequests<WithdrawRequest>({ store, name, schema: requestSchema, isSame, draw })
  return {
    ...kept,
    /** Whether the same was asked for before and had no answer. */
    isUnanswered: (asked: WithdrawAsked): boolean => {
      const before = kept.unanswered()
      return before !== null && isSame(before, asked)
    },
  }
}
