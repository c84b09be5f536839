import { bodyCode } from '@minefall/shared/contracts'
import { z } from 'zod'
import { type Refusal, refusal, tooMany } from '../../http/index.ts'
import { countIfAllowed, subjectOf, uncount } from '../limits.ts'
import { lifetimes, rates, tries } from '../settings.ts'
import type { World } from '../world.ts'
import { readSecurity, type Security } from './security.ts'

/**
 * Null for the right login password of someone signed in. Each try is counted before it is compared, and a right one
 * is not; after a few wrong ones the account must wait.
 */
export const refuseWrongLoginPassword = async (
  { db, clock, hasher }: World,
  playerId: string,
  { passwordHash }: Security,
  password: string,
): Promise<Refusal | null> => {
  const limits = [{ subject: subjectOf('password-account', playerId), rate: rates.passwordAccount }]
  const counted = await countIfAllowed(db, limits, clock.now())
  if ('wait' in counted) return tooMany(counted.wait)
  if (!(await hasher.verify(passwordHash, password))) return refusal(bodyCode.wrongPassword)
  await uncount(db, counted.ids)
  return null
}

/** Whether it is the payment password. With a pepper that is gone nothing is equal. */
export const isPaymentPassword = async (
  { hasher, keys }: World,
  payment: Security['payment'],
  password: string,
): Promise<boolean> => {
  const pepper = payment && keys.pepper.all.get(payment.keyId)
  return payment !== null && !!pepper && hasher.verify(payment.hash, password, pepper)
}

const rowSchema = z.object({ payment_hash: z.string(), payment_key_id: z.string() })

/**
 * Null for the right payment password. Each try is counted before it is compared; the fifth wrong one in a row locks
 * it for a day.
 */
export const refuseWrongPaymentPassword = async (
  world: World,
  playerId: string,
  password: string,
): Promise<Refusal | null> => {
  const now = world.clock.now()
  const { rows } = await world.db.query(
    `update login_account set
       payment_failures = case when payment_failures + 1 >= $3::int then 0 else payment_failures + 1 end,
       payment_locked_until = case when payment_failures + 1 >= $3::int then $4::timestamptz end
     where player_id = $1 and payment_hash is not null and coalesce(payment_locked_until <= $2, true)
     returning payment_hash, payment_key_id`,
    [playerId, new Date(now), tries.payment, new Date(now + lifetimes.paymentLock)],
  )
  if (rows.length === 0) {
    const { paymentLockedUntil } = await readSecurity(world.db, playerId)
    if (paymentLockedUntil === null) return refusal(bodyCode.wrongPassword)
    const seconds = Math.max(1, Math.ceil((paymentLockedUntil - now) / 1_000))
    return refusal(bodyCode.paymentPasswordLocked, { seconds })
  }
  const row = rowSchema.parse(rows[0])
  const payment = { hash: row.payment_hash, keyId: row.payment_key_id }
  if (!(await isPaymentPassword(world, payment, password))) return refusal(bodyCode.wrongPassword)
  await world.db.query(
    'update login_account set payment_failures = 0, payment_locked_until = null where player_id = $1',
    [playerId],
  )
  return null
}
