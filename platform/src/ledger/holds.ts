import type { Asset } from '@minefall/shared/game'
import { v7 as uuid } from 'uuid'
import type { Call } from '../db/index.ts'
import { type AccountName, type Party, requireAmount } from './accounts.ts'
import { requestHash } from './posting.ts'

/**
 * Sets a stake aside for a match. Players need it available, or are refused as `not-enough-coins`; a house account may
 * go below zero and may hold for several seats. Fails when the player holds for this match already.
 */
export const holdStake = ({
  matchId,
  party,
  asset,
  amount,
}: {
  matchId: string
  party: Party
  asset: Asset
  amount: bigint
}): Call => {
  requireAmount(amount, 1n)
  return { name: 'hold_stake', values: [matchId, party.kind, party.owner, asset, amount, uuid()] }
}

/**
 * Releases all open holds of a match, or those of the named parties: the newest hold each time a party is
 * named. Nothing happens for a party that holds nothing.
 */
export const releaseStakes = ({
  matchId,
  parties,
}: {
  matchId: string
  parties?: readonly Party[]
}): Call => {
  const kinds = parties?.map(({ kind }) => kind) ?? null
  const owners = parties?.map(({ owner }) => owner) ?? null
  return { name: 'release_stakes', values: [matchId, kinds, owners] }
}

/**
 * Moves every hold of the match into its escrow, in one transfer. Fails when there is nothing to capture; the
 * database refuses to open the same escrow twice.
 */
export const captureStakes = ({ matchId, asset }: { matchId: string; asset: Asset }): Call => ({
  name: 'capture_stakes',
  values: [matchId, asset, uuid(), requestHash('stakes', matchId, asset)],
})

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

/** What coins are set aside for besides stakes; `ref` names the one business that they wait for. */
type HoldFor = { purpose: 'withdrawal'; ref: string }

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
