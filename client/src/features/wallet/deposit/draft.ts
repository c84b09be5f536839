import {
  type DepositBody,
  depositBodySchema,
  depositPreviewBodySchema,
} from '@minefall/shared/contracts/rest'
import type { z } from 'zod'
import { keptRequests, readKept } from '../../../lib/kept-request.ts'
import type { SafeStorage } from '../../../lib/storage.ts'

/** A deposit before it is an order: how many coins, and how they are paid. */
export type Draft = z.infer<typeof depositPreviewBodySchema>

const nameOf = (userId: string) => `deposit_draft/${userId}`

/** What was chosen last in this tab, so that a reload of the review still knows it. */
export const keptDraft = (store: SafeStorage, userId: string) => ({
  read: (): Draft | null => readKept(store, nameOf(userId), depositPreviewBodySchema),
  keep: (draft: Draft) => store.set(nameOf(userId), JSON.stringify(draft)),
  forget: () => store.remove(nameOf(userId)),
})

/** Whether two ask for the same, whatever it costs. */
export const isSameDraft = (one: Draft, other: Draft): boolean =>
  one.method === other.method &&
  one.currency === other.currency &&
  one.network === other.network &&
  one.amount === other.amount

/** Orders as they are sent, each with its key. */
export const keptDeposits = (store: SafeStorage, userId: string, draw: () => string) =>
  keptRequests<DepositBody>({
    store,
    name: `deposit_request/${userId}`,
    schema: depositBodySchema,
    isSame: isSameDraft,
    draw,
  })
