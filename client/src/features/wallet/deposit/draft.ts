import { bodyCode } from '@minefall/shared/contracts'
import {
  type Channel,
  type DepositBody,
  depositBodySchema,
  depositPreviewBodySchema,
  limitPeriodSchema,
} from '@minefall/shared/contracts/rest'
import { coinsSchema } from '@minefall/shared/game'
import type { NoticeName } from '@minefall/shared/notices'
import { isEnded } from '@minefall/shared/payments'
import { z } from 'zod'
import { isCallError } from '../../../lib/call-error.ts'
import { keptRequests, readKept } from '../../../lib/kept-request.ts'
import type { SafeStorage } from '../../../lib/storage.ts'

/** The steps of a deposit, as its address names them. */
const depositSteps = ['amount', 'review', 'pay', 'done'] as const
export type DepositStep = (typeof depositSteps)[number]

/** Where an order stands: being paid, or paid and beyond. A status that is not known is not to be paid. */
export const stepOfOrder = (status: string): 'pay' | 'done' => (status === 'submitted' ? 'pay' : 'done')

/**
 * What an address shows. An order decides on its own where it stands; without one there is something to review only when
 * something was chosen.
 */
export const shownStep = (
  asked: { step: string | undefined; order: string | undefined },
  draft: Draft | null,
): 'amount' | 'review' | 'order' => {
  if (asked.order !== undefined) return 'order'
  return asked.step === 'review' && draft !== null ? 'review' : 'amount'
}

/** How a deposit is reported once it is paid or has ended. */
export type Outcome = 'sent' | 'received' | 'credited' | 'failed' | 'declined' | 'expired' | 'pending'

export const outcomeOf = (order: {
  status: string
  method: string
  reason: { code: string } | null
}): Outcome => {
  if (order.status === 'completed') return 'credited'
  if (isEnded(order.status)) {
    if (order.reason?.code === 'expired') return 'expired'
    return order.reason?.code === 'declined' ? 'declined' : 'failed'
  }
  if (order.status !== 'paid' && order.status !== 'reviewing') return 'pending'
  return order.method === 'checkout' ? 'received' : 'sent'
}

const detailSchema = z.object({ period: limitPeriodSchema, left: coinsSchema })

/** A deposit that would go past a limit that the player set: of which period, what it leaves, and how much was asked. */
export type Limited = z.infer<typeof detailSchema> & { amount: string }

/** What a refusal of a deposit tells of the player's own limit; null for any other error. */
export const limitedBy = (error: unknown, amount: string): Limited | null => {
  if (!isCallError(error) || error.code !== bodyCode.limitReached) return null
  const detail = detailSchema.safeParse(error.data)
  return detail.success ? { ...detail.data, amount } : null
}

/** Whether a deposit is refused because of the player: on a break, or where it is not offered. */
export const isBarred = (error: unknown): boolean =>
  isCallError(error) && (error.code === bodyCode.playPaused || error.code === bodyCode.countryBarred)

/** What is wrong with an amount: the documented notice, and the limit it names. */
export type AmountTrouble = { notice: NoticeName; limit: string | null }

/** What keeps an amount from being deposited this way; null where nothing does. */
export const amountTrouble = (
  amount: string | null,
  { least, most }: Pick<Channel, 'least' | 'most'>,
): AmountTrouble | null => {
  if (amount === null) return { notice: 'amount-invalid', limit: null }
  if (BigInt(amount) < BigInt(least)) return { notice: 'amount-below', limit: least }
  return BigInt(amount) > BigInt(most) ? { notice: 'amount-above', limit: most } : null
}

const usual = ['200', '500', '1000', '2000', '5000', '10000', '20000', '50000'] as const

/** Up to five usual amounts that this way takes. */
export const quickAmounts = ({ least, most }: Pick<Channel, 'least' | 'most'>): string[] =>
  usual.filter((coins) => BigInt(coins) >= BigInt(least) && BigInt(coins) <= BigInt(most)).slice(0, 5)

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
