import { bodyCode } from '@minefall/shared/contracts'
import { type DeskOrderDetail, deskCalls } from '@minefall/shared/contracts/desk'
import { movesFrom } from '@minefall/shared/payments'
import { thenReread } from '../../queries.ts'

/** What the calls about orders refuse, in the words of this page. */
export const orderWords: Partial<Record<number, string>> = {
  [bodyCode.notAllowed]: 'Your role can’t decide on orders.',
  [bodyCode.conflict]:
    'Someone approved it under another reference. If theirs is wrong, ask them to correct it.',
  [bodyCode.ownerBlocked]: 'The account is blocked. Nothing is paid out until it’s unblocked.',
}

/** Ends as a decision about an order or its owner does, and has everything read again that tells of orders. */
export const decided = <T>(act: Promise<T>): Promise<T> => thenReread(act, deskCalls.orders, deskCalls.player)

/** What someone who may decide can do with an order as it is; the server asks the same again. */
export type Doable = {
  /** Starts the review of a deposit or the payout of a withdrawal. */
  take: boolean
  approve: boolean
  reject: boolean
  /** This person has approved it, and someone else is needed besides: approving again corrects the reference. */
  waitsForOther: boolean
  /** Approving waits until someone has reviewed who owns the account. */
  waitsForIdentity: boolean
}

type Known = Pick<DeskOrderDetail, 'kind' | 'status' | 'flags' | 'approvals' | 'deciders' | 'events'>

export const doable = (order: Known, staffId: string): Doable => {
  const { kind, status, flags, approvals, deciders, events } = order
  const moves = movesFrom(kind, status)
  const canComplete = moves.includes('completed')
  const hasApproved = approvals.given.some((given) => given.staffId === staffId)
  const hasAnother = approvals.given.some((given) => given.counts && given.staffId !== staffId)
  const waitsForOther = canComplete && hasApproved && !hasAnother
  const waitsForIdentity = canComplete && flags.includes('identity-unreviewed')
  const mayApprove = canComplete && !waitsForIdentity && deciders.refused === null
  const isUnstarted =
    kind === 'withdrawal' && approvals.given.length === 0 && payoutStarter({ events }) === null
  return {
    take:
      kind === 'withdrawal'
        ? mayApprove && isUnstarted
        : moves.includes('reviewing') && deciders.refused !== 'own-account',
    approve: mayApprove && !isUnstarted,
    // A deposit that was never paid fails by the clock; someone who may not approve the other side may still stop this one.
    // A withdrawal that someone else approved may be paid.
    reject:
      deciders.refused !== 'own-account' &&
      status !== 'submitted' &&
      !(kind === 'withdrawal' && hasAnother) &&
      (moves.includes('failed') || moves.includes('rejected')),
    waitsForOther,
    waitsForIdentity,
  }
}

/** Who started to pay a withdrawal out; null where no one did. */
export const payoutStarter = ({ events }: Pick<DeskOrderDetail, 'events'>): string | null =>
  events.find(({ status, actorKind }) => status === 'pending' && actorKind === 'staff')?.actor ?? null

/** Whether one approval more completes it. */
export const isLastApproval = ({ needed, given }: DeskOrderDetail['approvals']): boolean =>
  given.filter(({ counts }) => counts).length + 1 >= needed
