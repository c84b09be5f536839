import type { Asset } from '@minefall/shared/game'
import { v7 as uuid } from 'uuid'
import type { Call } from '../db/index.ts'
import { type Party, requireAmount } from './accounts.ts'
import { requestHash } from './request-hash.ts'

/** The house's share of pots. */
export const rakeParty: Party = { kind: 'house', owner: 'rake' }

export type Payout = {
  matchId: string
  step: 'settled' | 'voided'
  asset: Asset
  /** May name a party more than once; zeros are left out. */
  payouts: readonly { party: Party; amount: bigint }[]
  rake: bigint
}

const sharesOf = ({ payouts, rake }: Payout) => {
  const shares = [...payouts, { party: rakeParty, amount: rake }]
  for (const { amount } of shares) requireAmount(amount, 0n)
  return shares
    .filter(({ amount }) => amount > 0n)
    .sort((a, b) =>
      a.party.kind === b.party.kind
        ? a.party.owner.localeCompare(b.party.owner, 'en')
        : a.party.kind.localeCompare(b.party.kind, 'en'),
    )
}

/**
 * Empties the match's escrow to the parties and the rake, in one transfer, and closes it. The same payout again
 * does nothing. Fails when the sum is not the pot, or when the match was paid out otherwise before.
 */
export const payOut = (payout: Payout): Call => {
  const { matchId, step, asset } = payout
  const shares = sharesOf(payout)
  const hash = requestHash(
    step,
    asset,
    ...shares.flatMap(({ party, amount }) => [party.kind, party.owner, amount]),
  )
  const kinds = shares.map(({ party }) => party.kind)
  const owners = shares.map(({ party }) => party.owner)
  const amounts = shares.map(({ amount }) => amount)
  return { name: 'pay_out', values: [matchId, asset, kinds, owners, amounts, uuid(), step, hash] }
}
