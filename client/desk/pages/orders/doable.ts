import type { DeskOrderDetail } from '@minefall/shared/contracts'
import { movesFrom } from '@minefall/shared/payments'

/** What can be done with an order as it is by who may decide; the server asks the same again. */
export type Doable = {
  take: boolean
  approve: boolean
  reject: boolean
  /** This person has approved it, and somebody else is needed besides. */
  waitsForOther: boolean
  /** Approving waits until somebody has reviewed who owns the account. */
  waitsForIdentity: boolean
}

type Known = Pick<DeskOrderDetail, 'kind' | 'status' | 'flags' | 'approvals'>

export const doable = ({ kind, status, flags, approvals }: Known, staffId: string): Doable => {
  const moves = movesFrom(kind, status)
  const canComplete = moves.includes('completed')
  const hasApproved = approvals.given.some((given) => given.staffId === staffId)
  const waitsForIdentity = canComplete && flags.includes('identity-unreviewed')
  return {
    take: moves.includes('reviewing'),
    approve: canComplete && !hasApproved && !waitsForIdentity,
    // A deposit that was never paid fails by the clock.
    reject: status !== 'submitted' && (moves.includes('failed') || moves.includes('rejected')),
    waitsForOther: canComplete && hasApproved,
    waitsForIdentity,
  }
}

/** Whether one approval more completes it. */
export const isLastApproval = ({ needed, given }: DeskOrderDetail['approvals']): boolean =>
  given.filter(({ counts }) => counts).length + 1 >= needed
