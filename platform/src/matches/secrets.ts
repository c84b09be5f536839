import type { MatchId } from '@minefall/shared/game'
import { type Sealed, type SealKey, type SealKeys, seal, unseal } from '../http/index.ts'
import { toHex } from './ids.ts'

/** What only a match's host may know before the end, 32 bytes of hex each. */
export type MatchSecret = {
  serverSeed: string
  /** Seeds for practice opponents by seat number; empty where there are none. */
  practiceSeeds: readonly string[]
}

const seedBytes = 32

/** Draws a secret with `practiceSeats` seeds for practice opponents. */
export const drawSecret = (
  randomBytes: (count: number) => Uint8Array,
  practiceSeats: number,
): MatchSecret => ({
  serverSeed: toHex(randomBytes(seedBytes)),
  practiceSeeds: Array.from({ length: practiceSeats }, () => toHex(randomBytes(seedBytes))),
})

/** Seals a secret for its match alone. */
export const sealSecret = (
  key: SealKey,
  matchId: MatchId,
  { serverSeed, practiceSeeds }: MatchSecret,
  randomBytes: (count: number) => Uint8Array,
): Uint8Array => seal(key, matchId, Buffer.from([serverSeed, ...practiceSeeds].join(''), 'hex'), randomBytes)

/** Opens with the key that the secret names. Throws when it is not there, is another one, or the bytes were changed. */
export const unsealSecret = (keys: SealKeys['all'], matchId: MatchId, stored: Sealed): MatchSecret => {
  const plain = toHex(unseal(keys, matchId, stored))
  const [serverSeed, ...practiceSeeds] = plain.match(/.{64}/g) ?? []
  if (serverSeed === undefined) throw new Error(`the secret of match ${matchId} is empty`)
  return { serverSeed, practiceSeeds }
}
