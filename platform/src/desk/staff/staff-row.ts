import { type Staff, staffRoleSchema } from '@minefall/shared/contracts/desk'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import type { Sealed } from '../../http/index.ts'

/** Whether this member of staff still works here; locked until the transaction ends. */
export const stillWorks = async (tx: Sql, { id }: Staff): Promise<boolean> => {
  const { count } = await tx.query('select from staff where id = $1 and disabled_at is null for share', [id])
  return count > 0
}

/** The public columns of `staff`. */
export const staffColumns = 'id, email, name, role'
export const staffRowSchema = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: staffRoleSchema,
}) satisfies z.ZodType<Staff>

const credentialsSchema = staffRowSchema
  .extend({ password_hash: z.string(), totp_key_id: z.string(), totp_sealed: z.instanceof(Uint8Array) })
  .transform(({ password_hash, totp_key_id, totp_sealed, ...staff }) => ({
    staff,
    passwordHash: password_hash,
    factor: { keyId: totp_key_id, sealed: totp_sealed } satisfies Sealed,
  }))

/** A member of staff with what they sign in with. */
export type Credentials = z.output<typeof credentialsSchema>

/** The member of staff with this address, in lower case; null for none, or if disabled. */
export const readCredentials = async (sql: Sql, email: string): Promise<Credentials | null> => {
  const { rows } = await sql.query(
    `select ${staffColumns}, password_hash, totp_key_id, totp_sealed from staff
     where email = $1 and disabled_at is null`,
    [email],
  )
  return credentialsSchema.optional().parse(rows[0]) ?? null
}
