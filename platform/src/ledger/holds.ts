import { v7 as uuid } from 'uuid'
import type { Call } from '../db/index.ts'
import { type AccountName, requireAmount } from './accounts.ts'
import { requestHash } from './request-hash.ts'

/** What coins are set aside for besides stakes; `ref` names the one business that they wait for. */
export type HoldFor = { purpose: 'withdrawal'; ref: string }

/** Sets a player's withdrawable coins aside; refused as `not-enough-coins` where they are not available. */
export const holdCoins = ({
  purpose,
  ref,
  playerId,
  amount,
}: HoldFor & { playerId: string; amount: bigint }): Call => {
  requireAmount(amount, 1n)
  return { name: 'hold_coins', values: [playerId, 'coin', amount, purpose, ref, uuid()] }
}

/** Gives back what was held. Fails when nothing is. */
export const releaseHold = ({ purpose, ref }: HoldFor): Call => ({
  name: 'release_hold',
  values: [purpose, ref],
})

/**
 * Moves all that was held to these accounts, whose amounts sum to it, in one transfer named `step` of the business.
 * Fails when nothing is held.
 */
export const captureHold = ({
  purpose,
  ref,
  step,
  actor,
  to,
}: HoldFor & {
  step: string
  actor: string
  to: readonly { account: Omit<AccountName, 'asset'>; amount: bigint }[]
}): Call => {
  const paid = to.filter(({ amount }) => amount !== 0n)
  for (const { amount } of paid) requireAmount(amount, 1n)
  return {
    name: 'capture_hold',
    values: [
      purpose,
      ref,
      paid.map(({ account }) => account.kind),
      paid.map(({ account }) => account.owner),
      paid.map(({ amount }) => amount),
      uuid(),
      step,
      requestHash(
        purpose,
        ref,
        step,
        ...paid.flatMap(({ account, amount }) => [account.kind, account.owner, amount]),
      ),
      actor,
    ],
  }
}
