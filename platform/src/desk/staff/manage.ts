import { commandLine, type Staff, type StaffRole } from '@minefall/shared/contracts/desk'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { notifyInbox, releaseAll } from '../conversations/handle.ts'
import type { World } from '../world.ts'
import { drawSecret, sealFactor } from './second-factor.ts'
import { endSessionsOf } from './sessions.ts'
import { staffColumns, staffRowSchema } from './staff-row.ts'

/** What anyone who runs the program does about staff, outside the desk. `newId` draws a UUID. */
export type Office = Pick<World, 'db' | 'clock' | 'randomBytes' | 'hasher' | 'staffKeys'> & {
  bus: Pick<World['bus'], 'publish'>
  newId: () => string
}

/** Where the entries of the audit log say that it was done. */
const here = { staffId: null, address: commandLine } as const

/** A new second factor: the secret to show once, and what is stored of it. */
const newFactor = (
  { staffKeys, randomBytes }: Pick<Office, 'staffKeys' | 'randomBytes'>,
  staffId: string,
) => {
  const secret = drawSecret(randomBytes)
  return { secret, stored: sealFactor(staffKeys, staffId, secret, randomBytes) }
}

export type Added = { staff: Staff; secret: Uint8Array }

/** Adds a member of staff. `email` is in small letters; null when someone has it. The secret is shown this once. */
export const addStaff = async (
  office: Omit<Office, 'bus'>,
  { email, name, role, password }: { email: string; name: string; role: StaffRole; password: string },
): Promise<Added | null> => {
  const id = office.newId()
  const at = office.clock.now()
  const { secret, stored } = newFactor(office, id)
  const passwordHash = await office.hasher.hash(password)
  return office.db.transaction(async (tx) => {
    const { rows } = await tx.query(
      `insert into staff (id, email, name, role, password_hash, totp_key_id, totp_sealed, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (email) do nothing returning ${staffColumns}`,
      [id, email, name, role, passwordHash, stored.keyId, stored.sealed, new Date(at)],
    )
    const staff = staffRowSchema.optional().parse(rows[0])
    if (!staff) return null
    const subject = { type: 'staff', id } as const
    await writeAudit(tx, { ...here, at, action: 'staff.add', subject, after: { email, name, role } })
    return { staff, secret }
  })
}

const lockByEmail = async (tx: Sql, email: string): Promise<Staff | null> => {
  const { rows } = await tx.query(`select ${staffColumns} from staff where email = $1 for update`, [email])
  return staffRowSchema.optional().parse(rows[0]) ?? null
}

/**
 * Signs a member of staff out permanently, at once; their conversations are no one's, which open desks hear after the
 * commit. Null when no one has this address.
 */
export const disableStaff = async ({ db, clock, bus }: Office, email: string): Promise<Staff | null> => {
  const at = clock.now()
  const disabled = await db.transaction(async (tx) => {
    const staff = await lockByEmail(tx, email)
    if (!staff) return null
    const { count } = await tx.query(
      'update staff set disabled_at = $2 where id = $1 and disabled_at is null',
      [staff.id, new Date(at)],
    )
    await endSessionsOf(tx, staff.id, at)
    if (count > 0)
      await writeAudit(tx, { ...here, at, action: 'staff.disable', subject: { type: 'staff', id: staff.id } })
    return { staff, released: await releaseAll(tx, staff.id, { at, address: here.address }) }
  })
  if (!disabled) return null
  for (const conversation of disabled.released) notifyInbox({ bus }, conversation)
  return disabled.staff
}

/**
 * Gives a new password and a new second factor, ends what is signed in, and lets who was disabled in again. Null when
 * no one has this address.
 */
export const resetStaff = async (
  office: Office,
  { email, password }: { email: string; password: string },
): Promise<Added | null> => {
  const at = office.clock.now()
  const passwordHash = await office.hasher.hash(password)
  return office.db.transaction(async (tx) => {
    const staff = await lockByEmail(tx, email)
    if (!staff) return null
    const { secret, stored } = newFactor(office, staff.id)
    await tx.query(
      `update staff set password_hash = $2, totp_key_id = $3, totp_sealed = $4, totp_step = 0, disabled_at = null
       where id = $1`,
      [staff.id, passwordHash, stored.keyId, stored.sealed],
    )
    await endSessionsOf(tx, staff.id, at)
    await writeAudit(tx, { ...here, at, action: 'staff.reset', subject: { type: 'staff', id: staff.id } })
    return { staff, secret }
  })
}

const listedSchema = staffRowSchema.extend({ created_at: z.date(), disabled_at: z.date().nullable() })

/** Everyone who ever worked here, in the order that they came in. */
export const listStaff = async (sql: Sql): Promise<z.infer<typeof listedSchema>[]> => {
  const { rows } = await sql.query(
    `select ${staffColumns}, created_at, disabled_at from staff order by created_at, id`,
  )
  return listedSchema.array().parse(rows)
}
