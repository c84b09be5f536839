import { createCipheriv, createDecipheriv } from 'node:crypto'

/** A key of 32 bytes and the name under which what was sealed with it remembers it. */
export type SealKey = { keyId: string; key: Uint8Array }

export type SealKeys = {
  /** Seals from now on. */
  current: SealKey
  /** All of them, by their ids: what was sealed before a rotation must still open. */
  all: ReadonlyMap<string, Uint8Array>
}

/** What is sealed, as it is stored. */
export type Sealed = { keyId: string; sealed: Uint8Array }

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** AES-256-GCM, bound to what it is about and to the key's id: nonce ‖ tag ‖ ciphertext. */
export const seal = (
  { keyId, key }: SealKey,
  about: string,
  plain: Uint8Array,
  randomBytes: (count: number) => Uint8Array,
): Uint8Array => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce)
  cipher.setAAD(Buffer.from(`${keyId}/${about}`))
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Opens with the key that it names. Throws when it is not there, is another one, or the bytes were changed. */
export const unseal = (keys: SealKeys['all'], about: string, { keyId, sealed }: Sealed): Buffer => {
  const key = keys.get(keyId)
  if (!key) throw new Error(`the secret of ${about} is sealed with key ${keyId}, which is not here`)
  const bytes = Buffer.from(sealed)
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes))
  decipher.setAAD(Buffer.from(`${keyId}/${about}`))
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()])
}
