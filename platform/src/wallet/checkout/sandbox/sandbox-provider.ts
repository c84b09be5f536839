import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Sql } from '../../../db/index.ts'
import type { KeyRing } from '../../../http/index.ts'
import type { CheckoutProvider, PaymentEvent } from '../provider.ts'

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
const checkSignature = (
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

/** A delivery that was signed longer ago, or is from further ahead, is not taken. In milliseconds. */
const windowMs = 300_000

/** The body of the sandbox's webhook. */
const bodySchema = z.strictObject({
  id: z.string().min(1).max(100),
  type: z.enum(['payment.paid', 'payment.declined']),
  reference: z.string().min(1).max(100),
  order: z.string().max(20),
  currency: z.string().max(10),
  amount: z.string().max(40),
})

const eventIn = (body: Uint8Array): PaymentEvent | null => {
  try {
    const { type, order, ...event } = bodySchema.parse(JSON.parse(Buffer.from(body).toString()))
    return { ...event, kind: type === 'payment.paid' ? 'paid' : 'declined', number: order }
  } catch {
    return null
  }
}

/** An event as the sandbox sends it at a time, in milliseconds since 1970. */
export const sandboxDelivery = (
  keys: KeyRing,
  { kind, number, ...event }: PaymentEvent,
  at: number,
): { headers: Record<string, string>; body: Uint8Array } => {
  const body = new Uint8Array(
    Buffer.from(JSON.stringify({ ...event, type: `payment.${kind}`, order: number })),
  )
  return { headers: { [signatureHeader]: signBody(keys, body, at) }, body }
}

/**
 * A provider that only pretends to move money, for trying the wallet out. It has its own page, and signs what it
 * tells like one that is elsewhere. A payment's reference can't be guessed: who has it may pay.
 */
export const sandboxProvider = (db: Sql, keys: KeyRing): CheckoutProvider => ({
  name: 'sandbox',
  sandbox: true,
  open: async ({ orderId, number, currency, amount, decimals, expiresAt }) => {
    const secret = createHmac('sha256', keys.current.key).update(`sandbox checkout of ${orderId}`)
    const reference = `sandbox_${secret.digest('hex').slice(0, 32)}`
    await db.query(
      `insert into sandbox_checkout (reference, order_number, currency, amount, decimals, expires_at)
       values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
      [reference, number, currency, amount, decimals, new Date(expiresAt)],
    )
    return { reference, url: `/sandbox/checkout/${reference}` }
  },
  read: ({ headers, body }, now) => {
    const signed = checkSignature(keys, headers[signatureHeader], body)
    if (!signed) return { disbelief: 'forged' }
    if (Math.abs(now - signed.signedAt) > windowMs) return { disbelief: 'late' }
    const event = eventIn(body)
    return event ? { event, ...signed } : { disbelief: 'unreadable' }
  },
})
