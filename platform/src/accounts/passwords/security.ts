import { bodyCode } from '@minefall/shared/contracts'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { type Refusal, refusal } from '../../http/index.ts'
import type { SignedInAs } from '../sessions/authenticate.ts'
import { lifetimes } from '../settings.ts'
import type { World } from '../world.ts'

const rowSchema = z.object({
  secured_at: z.date(),
  password_hash: z.string().nullable(),
  payment_hash: z.string().nullable(),
  payment_key_id: z.string().nullable(),
  payment_locked_until: z.date().nullable(),
  withdrawals_stopped_until: z.date().nullable(),
})

/** How an account is secured. Times are in milliseconds since 1970. */
export type Security = {
  /** When a password, the payment password or a contact was last set. */
  securedAt: number
  passwordHash: string | null
  /** With the id of the key that peppers it. */
  payment: { hash: string; keyId: string } | null
  paymentLockedUntil: number | null
  /** Until when nothing goes out, as a contact was changed or a change undone; null where none was. */
  stoppedUntil: number | null
}

/** `lock` keeps it as it is until the transaction ends, and others who lock it waiting. */
export const readSecurity = async (
  sql: Sql,
  playerId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<Security> => {
  const { rows } = await sql.query(
    `select secured_at, password_hash, payment_hash, payment_key_id, payment_locked_until,
       withdrawals_stopped_until
     from login_account where player_id = $1 ${lock ? 'for no key update' : ''}`,
    [playerId],
  )
  const row = rowSchema.parse(rows[0])
  const { payment_hash: hash, payment_key_id: keyId } = row
  return {
    securedAt: row.secured_at.getTime(),
    passwordHash: row.password_hash,
    payment: hash === null || keyId === null ? null : { hash, keyId },
    paymentLockedUntil: row.payment_locked_until?.getTime() ?? null,
    stoppedUntil: row.withdrawals_stopped_until?.getTime() ?? null,
  }
}

/**
 * Whether the account was secured so lately that a change of it may be one that is sent again, as its answer was lost.
 */
export const isJustSecured = ({ clock }: Pick<World, 'clock'>, { securedAt }: Security): boolean =>
  clock.now() < securedAt + lifetimes.code

/**
 * Locks the account until the transaction ends, for a change that this session asked for. Refused (1501) if the session
 * has ended since, as with an undo.
 */
export const lockForChange = async (
  tx: Sql,
  { playerId, sessionId }: SignedInAs,
): Promise<Security | Refusal> => {
  const security = await readSecurity(tx, playerId, { lock: true })
  // In another statement, which sees what was committed before the lock was free.
  const { count } = await tx.query('select from session where id = $1 and ended_at is null', [sessionId])
  return count > 0 ? security : refusal(bodyCode.tokenInvalid)
}
