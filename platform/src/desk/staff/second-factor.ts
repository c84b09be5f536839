import { Secret, TOTP } from 'otpauth'
import { type Sealed, type SealKeys, seal, unseal } from '../../http/index.ts'

/** RFC 6238 as every authenticator app knows it: HMAC-SHA-1, six digits, a code every 30 seconds. */
const code = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Steps that a clock may be ahead or behind. */
const window = 1
/** RFC 4226 asks for 160 bits. */
const secretBytes = 20

const totpOf = (secret: Uint8Array) =>
  // The library wants the buffer itself, whole.
  new TOTP({ ...code, secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) })

const about = (staffId: string) => `staff/${staffId}`

type RandomBytes = (count: number) => Uint8Array

export const drawSecret = (randomBytes: RandomBytes): Uint8Array => randomBytes(secretBytes)

export const sealFactor = (
  { current }: SealKeys,
  staffId: string,
  secret: Uint8Array,
  randomBytes: RandomBytes,
): Sealed => ({ keyId: current.keyId, sealed: seal(current, about(staffId), secret, randomBytes) })

/** Throws where the key that sealed it is gone. */
export const unsealFactor = ({ all }: SealKeys, staffId: string, stored: Sealed): Uint8Array =>
  unseal(all, about(staffId), stored)

/** The time step whose code this is, around `now` in milliseconds since 1970; null for a code of none of them. */
export const stepOfCode = (secret: Uint8Array, token: string, now: number): number | null => {
  const delta = totpOf(secret).validate({ token, timestamp: now, window })
  return delta === null ? null : Math.floor(now / 1_000 / code.period) + delta
}

/** What an authenticator app is set up with: the secret in base 32, and all of it as an address for a QR code. */
export const describeFactor = (secret: Uint8Array, label: string): { secret: string; address: string } => {
  const totp = totpOf(secret)
  totp.issuer = 'Minefall'
  totp.label = label
  return { secret: totp.secret.base32, address: totp.toString() }
}
