import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { MatchId } from '@minefall/shared/game'
import { toHex } from './ids.ts'

export type SealKey = { keyId: string; key: Uint8Array }

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

/** Throws when the key is another one or the bytes were changed. */
export const unsealSecret = (
  { keyId, key }: SealKey,
  matchId: MatchId,
  stored: { keyId: string; sealed: Uint8Array },
): MatchSecret => {
  if (stored.keyId !== keyId)
    throw new Error(`the secret of match ${matchId} is sealed with key ${stored.keyId}`)
  const bytes = Buffer.from(stored.sealed)
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
