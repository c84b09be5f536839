import { bodyCode } from '@minefall/shared/contracts'
import type { Login, SignedIn } from '@minefall/shared/contracts/rest'
import { z } from 'zod'
import { refusalOf, type Sql } from '../../db/index.ts'
import { isRefusal, type Refusal, refusal } from '../../http/index.ts'
import { notifyBalance } from '../../players/index.ts'
import { refuseBlocked } from '../blocked.ts'
import { drawUndoToken, reservedFor } from '../changes/change-rows.ts'
import { checkCode, spendCode } from '../codes/check-code.ts'
import { ownerOf } from '../contacts.ts'
import { addressAsker, deviceAsker } from '../devices.ts'
import { lockSubjects, subjectOf } from '../limits.ts'
import { readSecurity } from '../passwords/security.ts'
import { signToken } from '../sessions/authenticate.ts'
import { readUser } from '../user.ts'
import type { Caller, World } from '../world.ts'
import { checkPassword } from './check-password.ts'
import { register } from './register.ts'

const rowSchema = z.object({ inviter_id: z.string() })

/**
 * Notifies a new account's inviter, if any, after the commit. Never rejects: clients read it again anyway.
 */
const tellInviter = async (
  { db, bus, log }: Pick<World, 'db' | 'bus' | 'log'>,
  playerId: string,
): Promise<void> => {
  try {
    const { rows } = await db.query('select inviter_id from referral where invited_id = $1', [playerId])
    for (const { inviter_id } of rowSchema.array().parse(rows))
      bus.publish('player.rewards', inviter_id, { kind: 'progress' })
  } catch (error) {
    log.warn({ err: error, playerId }, 'an inviter could not be told')
  }
}

type Opening = { playerId: string; counted: readonly bigint[]; login: Login; caller: Caller }

/**
 * Opens a session, marks the device as known, and stores the page's language, in one statement. Answers the
 * session's id. The database refuses blocked accounts.
 */
const openSession = async (
  tx: Sql,
  world: World,
  { playerId, counted, login, caller }: Opening,
): Promise<string> => {
  const id = Buffer.from(world.randomBytes(16)).toString('hex')
  const device = deviceAsker(login.deviceId)
  await tx.query('select open_session($1, $2, $3, $4, $5, $6, $7::bigint[], $8)', [
    id,
    playerId,
    device,
    caller.userAgent.slice(0, 300),
    caller.address,
    new Date(world.clock.now()),
    counted,
    caller.language,
  ])
  return id
}

type Opened = { playerId: string; sessionId: string }

/**
 * A right password opens its account. One that was changed or removed during the comparison is a wrong one: all
 * sessions ended with it.
 */
const byPassword = async (
  world: World,
  login: Login & { by: 'password' },
  caller: Caller,
): Promise<Opened | Refusal> => {
  const proven = await checkPassword(world, login, caller)
  if (isRefusal(proven)) return proven
  const { playerId, passwordHash, counted } = proven
  return world.db.transaction(async (tx) => {
    const security = await readSecurity(tx, playerId, { lock: true })
    if (security.passwordHash !== passwordHash) return refusal(bodyCode.wrongPassword)
    const sessionId = await openSession(tx, world, { playerId, counted, login, caller })
    return { playerId, sessionId }
  })
}

/**
 * A right code opens the contact's account, or creates one. If a change recently took the contact off its account and it
 * has not come back, it yields an undo token instead (1208): its owner may be a victim.
 */
const byCode = async (
  world: World,
  login: Login & { by: 'code' },
  caller: Caller,
): Promise<Opened | Refusal> => {
  const { contact, deviceId, code } = login
  const claim = await checkCode(world, {
    contacts: [contact],
    purpose: 'login',
    askers: [deviceAsker(deviceId), addressAsker(caller.address)],
    code,
  })
  if (!claim) return refusal(bodyCode.wrongCode)
  const opened = await world.db.transaction(async (tx) => {
    // Two devices register one contact at once: the second finds the account of the first.
    await lockSubjects(tx, [subjectOf('contact', contact.kind, contact.value)])
    // A change or an undo may be moving the contact: what is read from here on comes after it.
    const owner = await ownerOf(tx, contact)
    if (owner !== null) await readSecurity(tx, owner, { lock: true })
    if (!(await spendCode(tx, claim))) return refusal(bodyCode.wrongCode)
    // An undo ends the reservation as it gives the contact back: read the other way round, both could be missed.
    const reserved = await reservedFor(tx, contact, world.clock.now())
    const known = await ownerOf(tx, contact)
    if (reserved && reserved.playerId !== known) {
      const undo = await drawUndoToken(tx, world, reserved.id)
      return refusal(bodyCode.contactReserved, { until: reserved.undoUntil, undo })
    }
    const playerId = known ?? (await register(tx, world, login))
    const sessionId = await openSession(tx, world, { playerId, counted: [], login, caller })
    return { playerId, sessionId, isNew: known === null }
  })
  // The guest who became this player, and the inviter, may be connected.
  if (!isRefusal(opened) && opened.isNew) {
    await notifyBalance(world, opened.playerId)
    await tellInviter(world, opened.playerId)
  }
  return opened
}

/** The answer to a right password or code of a blocked account. */
const whyNotOpened = async ({ db }: World, { contact }: Login, error: unknown): Promise<Refusal> => {
  if (refusalOf(error) !== 'account-blocked') throw error
  const playerId = await ownerOf(db, contact)
  const blocked = playerId === null ? null : await refuseBlocked(db, playerId)
  // Unblocked in the meantime: the next try opens one.
  return blocked ?? refusal(bodyCode.unavailable)
}

/**
 * Signs in, or registers a new contact. Someone who proves ownership learns that the account is blocked (1403); to
 * others it looks like any other.
 */
export const signIn = async (world: World, login: Login, caller: Caller): Promise<SignedIn | Refusal> => {
  const opening = login.by === 'password' ? byPassword(world, login, caller) : byCode(world, login, caller)
  const opened = await opening.catch((error: unknown) => whyNotOpened(world, login, error))
  if (isRefusal(opened)) return opened
  const { playerId, sessionId } = opened
  const token = signToken(world.keys.token, { sessionId, counter: 1 })
  return { ...(await readUser(world.db, playerId)), token }
}
