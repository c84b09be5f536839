import { bodyCode } from '@minefall/shared/contracts'
import type { Staff } from '@minefall/shared/contracts/desk'
import {
  addressGroup,
  addressLimits,
  type Caller,
  countIfAllowed,
  deviceAsker,
  type Limit,
  subjectOf,
  uncount,
} from '../../accounts/index.ts'
import type { Sql } from '../../db/index.ts'
import { type Refusal, refusal, tooMany } from '../../http/index.ts'
import { writeAudit } from '../audit/write-audit.ts'
import type { World } from '../world.ts'
import { stepOfCode, unsealFactor } from './second-factor.ts'
import { lifetimes, openSession } from './sessions.ts'
import { type Credentials, readCredentials } from './staff-row.ts'

const minute = 60_000
/** Failed tries: per email address, whether it exists or not, and per network address. */
const rates = {
  account: { most: 10, withinMs: 15 * minute },
  address: { most: 30, withinMs: 60 * minute },
} as const

/** Whether the owner of this email address signed in from this network before. One statement, also where there is none. */
const isKnownPlace = async (sql: Sql, email: string, address: string, now: number): Promise<boolean> => {
  const { rows } = await sql.query<{ address: string }>(
    `select distinct s.address from staff_session s join staff p on p.id = s.staff_id
     where p.email = $1 and s.created_at > $2`,
    [email, new Date(now - lifetimes.place)],
  )
  return rows.some((known) => addressGroup(known.address) === addressGroup(address))
}

/**
 * Limits on guessing. Networks someone signed in from have their own tries; all others share a few, so strangers
 * keep no one out. Those of one IPv6 line count together too.
 */
const limitsOf = async ({ db, clock }: World, email: string, address: string): Promise<Limit[]> => {
  const ofAddress = addressLimits('staff-address', address, rates.address)
  if (!(await isKnownPlace(db, email, address, clock.now())))
    return [{ subject: subjectOf('staff-strangers', email), rate: rates.account }, ...ofAddress]
  const subject = subjectOf('staff-known', email, addressGroup(address))
  return [{ subject, rate: rates.account }, ...ofAddress.slice(0, 1)]
}

/** A secret for unknown addresses, so that they cost the same work. */
const noOnesSecret = new Uint8Array(20)

/** The step of the code if everything is right. Everything is always checked. */
const provenStep = async (
  { hasher, staffKeys, clock }: World,
  known: Credentials | null,
  { password, code }: { password: string; code: string },
): Promise<number | null> => {
  const secret = known ? unsealFactor(staffKeys, known.staff.id, known.factor) : noOnesSecret
  const step = stepOfCode(secret, code, clock.now())
  const isPassword = await hasher.verify(known?.passwordHash ?? null, password)
  return isPassword ? step : null
}

/**
 * Uses a code up. False when it, or a later one, was used before, and when the password was reset since it was compared.
 */
const useStep = async (tx: Sql, { staff, passwordHash }: Credentials, step: number): Promise<boolean> => {
  const { count } = await tx.query(
    `update staff set totp_step = $2
     where id = $1 and totp_step < $2 and disabled_at is null and password_hash = $3`,
    [staff.id, step, passwordHash],
  )
  return count === 1
}

/** Stores the device, by which this person's own accounts are recognized (see {@link ownsOne}). */
const noteDevice = async (tx: Sql, staffId: string, deviceId: string, now: number): Promise<void> => {
  await tx.query(
    `insert into staff_device (staff_id, device_hash, seen_at) values ($1, $2, $3)
     on conflict (staff_id, device_hash) do update set seen_at = excluded.seen_at`,
    [staffId, deviceAsker(deviceId), new Date(now)],
  )
}

export type SignIn = { email: string; password: string; code: string; deviceId: string | null }

/**
 * Opens a session for the right address, password and a fresh code. Whatever is wrong, answer (1102) and work are
 * the same. Each try is counted before it is compared, and a right one is taken back.
 */
export const signIn = async (
  world: World,
  { email, deviceId, ...proof }: SignIn,
  caller: Caller,
): Promise<{ token: string; staff: Staff } | Refusal> => {
  const { db, clock, log } = world
  const { address } = caller
  const counted = await countIfAllowed(db, await limitsOf(world, email, address), clock.now())
  if ('wait' in counted) {
    log.warn({ address }, 'too many tries to sign in at the desk')
    return tooMany(counted.wait)
  }
  const known = await readCredentials(db, email)
  const step = await provenStep(world, known, proof)
  return db.transaction(async (tx) => {
    const entry = {
      at: clock.now(),
      staffId: known?.staff.id ?? null,
      subject: { type: 'staff', id: known?.staff.id ?? email },
      address,
    } as const
    if (!known || step === null || !(await useStep(tx, known, step))) {
      await writeAudit(tx, { ...entry, action: 'sign-in.refused' })
      return refusal(bodyCode.wrongPassword)
    }
    await uncount(tx, counted.ids)
    if (deviceId !== null) await noteDevice(tx, known.staff.id, deviceId, clock.now())
    await writeAudit(tx, { ...entry, action: 'sign-in' })
    const token = await openSession(tx, world, { staffId: known.staff.id, caller })
    return { token, staff: known.staff }
  })
}
