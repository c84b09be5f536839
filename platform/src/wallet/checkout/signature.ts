import { createHmac, timingSafeEqual } from 'node:crypto'
import type { KeyRing } from '../../http/index.ts'

/** The header that says when a body was signed, and how: `t=<unix seconds>,v1=<HMAC-SHA-256 of "t.body" in hex>`. */
export const signatureHeader = 'x-minefall-signature'

const headerShape = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/

const hmac = (key: Uint8Array, time: string, body: Uint8Array) =>
  createHmac('sha256', key).update(`${time}.`).update(body).digest()

/** Signs a body with the current key. `at` is in milliseconds since 1970, of which whole seconds count. */
export const signBody = ({ current }: KeyRing, body: Uint8Array, at: number): string => {
  const time = String(Math.floor(at / 1_000))
  return `t=${time},v1=${hmac(current.key, time, body).toString('hex')}`
}

/**
 * The signature of a body and when it was made, in milliseconds since 1970, where one of the keys made it; else null.
 * Compared in the same time whatever is wrong with it.
 */
export const checkSignature = (
  { all }: KeyRing,
  header: unknown,
  body: Uint8Array,
): { signature: Uint8Array; signedAt: number } | null => {
  const [, time, hex] = (typeof header === 'string' && headerShape.exec(header)) || []
  if (time === undefined || hex === undefined) return null
  const signature = Buffer.from(hex, 'hex')
  const matches = [...all.values()].map((key) => timingSafeEqual(hmac(key, time, body), signature))
  if (!matches.includes(true)) return null
  return { signature: new Uint8Array(signature), signedAt: Number(time) * 1_000 }
}
