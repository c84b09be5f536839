import type { MatchId } from '@minefall/shared/game'
import { type Sealed, type SealKey, type SealKeys, seal, unseal } from '../http/index.ts'
import { toHex } from './ids.ts'

/** What only a match's host may know before the end, 32 bytes of hex each. */
export type MatchSecret = {
  serverSeed: string
  /** The last link of the house's chain; at sealed tables alone. */
  chain?: string
  /** Seeds for practice opponents by seat number; empty where there are none. */
  practiceSeeds: readonly string[]
}

const seedBytes = 32

/** Draws a secret with `practiceSeats` seeds for practice opponents, and with a chain for a sealed table. */
export const drawSecret = (
  randomBytes: (count: number) => Uint8Array,
  { practiceSeats, sealed = false }: { practiceSeats: number; sealed?: boolean | undefined },
): MatchSecret => ({
  serverSeed: toHex(randomBytes(seedBytes)),
  ...(sealed && { chain: toHex(randomBytes(seedBytes)) }),
  practiceSeeds: Array.from({ length: practiceSeats }, () => toHex(randomBytes(seedBytes))),
})

/** Seals a secret for its match alone. */
export const sealSecret = (
  key: SealKey,
  matchId: MatchId,
  { serverSeed, chain, practiceSeeds }: MatchSecret,
  randomBytes: (count: number) => Uint8Array,
): Uint8Array =>
  seal(key, matchId, Buffer.from([serverSeed, chain ?? '', ...practiceSeeds].join(''), 'hex'), randomBytes)

/**
 * Opens with the key that the secret names; `sealed` says whether it has a chain. Throws when the key is not there, is
 * another one, or the bytes were changed.
 */
export const unsealSecret = (
  keys: SealKeys['all'],
  matchId: MatchId,
  stored: Sealed,
  sealed = false,
): MatchSecret => {
  const plain = toHex(unseal(keys, matchId, stored))
  const [serverSeed, ...rest] = plain.match(/.{64}/g) ?? []
  if (serverSeed === undefined) throw new Error(`the secret of match ${matchId} is empty`)
  if (!sealed) return { serverSeed, practiceSeeds: rest }
  const [chain, ...practiceSeeds] = rest
  return { serverSeed, ...(chain !== undefined && { chain }), practiceSeeds }
}
