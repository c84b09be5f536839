import { formatUnits } from '@minefall/shared/payments'
import { z } from 'zod'
import type { Sql } from '../../../db/index.ts'
import type { PaymentEvent } from '../provider.ts'

const paymentSchema = z
  .object({
    reference: z.string(),
    order_number: z.string(),
    currency: z.string(),
    amount: z.bigint(),
    decimals: z.int(),
    status: z.enum(['open', 'paid', 'declined']),
    expires_at: z.date(),
    event_id: z.string().nullable(),
    told_at: z.date().nullable(),
  })
  .transform(({ reference, order_number, currency, amount, decimals, status, ...row }) => ({
    reference,
    number: order_number,
    currency,
    /** In units of the currency, with all its decimals. */
    amount: formatUnits(amount, decimals),
    status,
    /** Milliseconds since 1970. */
    expiresAt: row.expires_at.getTime(),
    eventId: row.event_id,
    isNotified: row.told_at !== null,
  }))

/** A payment as the sandbox knows it. */
export type SandboxPayment = z.output<typeof paymentSchema>

export const readPayment = async (db: Sql, reference: string): Promise<SandboxPayment | null> => {
  const { rows } = await db.query('select * from sandbox_checkout where reference = $1', [reference])
  return paymentSchema.optional().parse(rows[0]) ?? null
}

/** Payments whose event the platform has not taken yet. */
export const readOwed = async (db: Sql): Promise<SandboxPayment[]> => {
  const { rows } = await db.query(
    'select * from sandbox_checkout where event_id is not null and told_at is null order by reference limit 100',
  )
  return paymentSchema.array().parse(rows)
}

/** What the sandbox has to tell of a payment, or null while no one has decided about it. */
export const eventOf = ({ status, eventId, ...payment }: SandboxPayment): PaymentEvent | null => {
  if (status === 'open' || eventId === null) return null
  const { reference, number, currency, amount } = payment
  return { id: eventId, kind: status, reference, number, currency, amount }
}

/** Pays or declines a payment that is open and in time, once; from then on its event is owed. */
export const decide = async (
  db: Sql,
  {
    reference,
    status,
    eventId,
    at,
  }: { reference: string; status: 'paid' | 'declined'; eventId: string; at: number },
): Promise<void> => {
  await db.query(
    `update sandbox_checkout set status = $2, event_id = $3
     where reference = $1 and status = 'open' and expires_at > $4`,
    [reference, status, eventId, new Date(at)],
  )
}

export const markDelivered = async (db: Sql, reference: string, at: number): Promise<void> => {
  await db.query('update sandbox_checkout set told_at = $2 where reference = $1 and told_at is null', [
    reference,
    new Date(at),
  ])
}
