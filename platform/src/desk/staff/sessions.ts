import { createHash } from 'node:crypto'
import { bodyCode } from '@minefall/shared/contracts'
import type { Staff } from '@minefall/shared/contracts/desk'
import type { Caller } from '../../accounts/index.ts'
import type { Sql } from '../../db/index.ts'
import { type Refusal, refusal } from '../../http/index.ts'
import { writeAudit } from '../audit/write-audit.ts'
import type { World } from '../world.ts'
import { staffRowSchema } from './staff-row.ts'

/** Ends the session of a token that was in force. Answers whether its owner has another one, as of a second desk. */
export const signOut = (
  { db, clock }: World,
  { staff, token, address }: { staff: Staff; token: string; address: string },
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const at = clock.now()
    await endSession(tx, token, at)
    const subject = { type: 'staff', id: staff.id } as const
    await writeAudit(tx, { at, staffId: staff.id, action: 'sign-out', subject, address })
    const { count } = await tx.query(
      `select from staff_session s, staff p where p.id = $1 and ${inForce} limit 1`,
      [staff.id, ...startedSince(at)],
    )
    return count > 0
  })

const minute = 60_000
/**
 * The longest session, the longest without a call, and how long its network stays known. In milliseconds.
 */
export const lifetimes = {
  session: 12 * 60 * minute,
  idle: 30 * minute,
  place: 30 * 24 * 60 * minute,
} as const

const tokenBytes = 32
const hashOf = (token: string) => Uint8Array.from(createHash('sha256').update(token).digest())

/** Opens a session; its token is shown once, and kept as its hash alone. */
export const openSession = async (
  tx: Sql,
  { clock, randomBytes }: Pick<World, 'clock' | 'randomBytes'>,
  { staffId, caller }: { staffId: string; caller: Caller },
): Promise<string> => {
  const token = Buffer.from(randomBytes(tokenBytes)).toString('base64url')
  await tx.query(
    `insert into staff_session (token_hash, staff_id, address, user_agent, created_at, used_at)
     values ($1, $2, $3, $4, $5, $5)`,
    [hashOf(token), staffId, caller.address, caller.userAgent.slice(0, 300), new Date(clock.now())],
  )
  return token
}

/** Whether a session is in force, and whose. */
const inForce = `s.ended_at is null and s.created_at > $2 and s.used_at > $3
  and p.id = s.staff_id and p.disabled_at is null`
const startedSince = (now: number) => [new Date(now - lifetimes.session), new Date(now - lifetimes.idle)]
const ofToken = (token: string, now: number) => [hashOf(token), ...startedSince(now)]
const ownerOf = (row: unknown): Staff | Refusal =>
  staffRowSchema.optional().parse(row) ?? refusal(bodyCode.tokenInvalid)

/** The caller of a token in force, which each call extends. Refused (1501) if invalid for any reason. */
export const authenticate = async (
  { db, clock }: Pick<World, 'db' | 'clock'>,
  token: string,
): Promise<Staff | Refusal> => {
  const now = clock.now()
  const { rows } = await db.query(
    `update staff_session s set used_at = $4 from staff p where s.token_hash = $1 and ${inForce} returning p.id, p.email, p.name, p.role`,
    [...ofToken(token, now), new Date(now)],
  )
  return ownerOf(rows[0])
}

/** The owner of this token, without extending it. Refused (1501) if invalid for any reason. */
export const identifyStaff = async (
  { db, clock }: Pick<World, 'db' | 'clock'>,
  token: string,
): Promise<Staff | Refusal> => {
  const { rows } = await db.query(
    `select p.id, p.email, p.name, p.role from staff_session s, staff p where s.token_hash = $1 and ${inForce}`,
    ofToken(token, clock.now()),
  )
  return ownerOf(rows[0])
}

/** Ends the session of a token. */
const endSession = async (tx: Sql, token: string, now: number): Promise<void> => {
  await tx.query('update staff_session set ended_at = $2 where token_hash = $1 and ended_at is null', [
    hashOf(token),
    new Date(now),
  ])
}

/** Ends every session of a member of staff. */
export const endSessionsOf = async (tx: Sql, staffId: string, now: number): Promise<void> => {
  await tx.query('update staff_session set ended_at = $2 where staff_id = $1 and ended_at is null', [
    staffId,
    new Date(now),
  ])
}

/** Deletes sessions that can't matter any more: their places are forgotten too. */
export const sweepSessions = async ({ db, clock }: Pick<World, 'db' | 'clock'>): Promise<void> => {
  await db.query('delete from staff_session where created_at <= $1', [
    new Date(clock.now() - lifetimes.place),
  ])
}
