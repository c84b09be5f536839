import type { Asset } from '@minefall/shared/game'
import { v7 as uuid } from 'uuid'
import type { Call } from '../db/index.ts'
import { type Party, requireAmount } from './accounts.ts'
import { requestHash } from './request-hash.ts'

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
