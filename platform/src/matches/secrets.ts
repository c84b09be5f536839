import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { MatchId } from '@minefall/shared/game'
import { toHex } from './ids.ts'

/** A key and the name under which what was sealed with it remembers it. */
export type SealKey = { keyId: string; key: Uint8Array }

export type SealKeys = {
  /** Seals from now on. */
  current: SealKey
  /** All of them, by their ids: what was sealed before a rotation must still open. */
  all: ReadonlyMap<string, Uint8Array>
}

/** What only a match's host may know before the end, 32 bytes of hex each. */
export type MatchSecret = {
  serverSeed: string
  /** Seeds for practice opponents by seat number; empty where there are none. */
  practiceSeeds: readonly string[]
}

const nonceBytes = 12
const tagBytes = 16
const seedBytes = 32

/** Draws a secret with `practiceSeats` seeds for practice opponents. */
export const drawSecret = (
  randomBytes: (count: number) => Uint8Array,
  practiceSeats: number,
): MatchSecret => ({
  serverSeed: toHex(randomBytes(seedBytes)),
  practiceSeeds: Array.from({ length: practiceSeats }, () => toHex(randomBytes(seedBytes))),
})

/** AES-256-GCM, bound to the match and the key id: nonce ‖ tag ‖ ciphertext. */
export const sealSecret = (
  { keyId, key }: SealKey,
  matchId: MatchId,
  { serverSeed, practiceSeeds }: MatchSecret,
  randomBytes: (count: number) => Uint8Array,
): Uint8Array => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(`${keyId}/${matchId}`))
  const plain = Buffer.from([serverSeed, ...practiceSeeds].join(''), 'hex')
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Opens with the key that the secret names. Throws when it is not there, is another one, or the bytes were changed. */
export const unsealSecret = (
  keys: SealKeys['all'],
  matchId: MatchId,
  { keyId, sealed }: { keyId: string; sealed: Uint8Array },
): MatchSecret => {
  const key = keys.get(keyId)
  if (!key) throw new Error(`the secret of match ${matchId} is sealed with key ${keyId}, which is not here`)
  const bytes = Buffer.from(sealed)
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
  decipher.setAAD(Buffer.from(`${keyId}/${matchId}`))
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  const plain = toHex(
    Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]),
  )
  const [serverSeed, ...practiceSeeds] = plain.match(/.{64}/g) ?? []
  if (serverSeed === undefined) throw new Error(`the secret of match ${matchId} is empty`)
  return { serverSeed, practiceSeeds }
}
