import { bodyCode } from '@minefall/shared/contracts'
import type { Login, SignedIn } from '@minefall/shared/contracts/rest'
import { z } from 'zod'
import { refusalOf, type Sql } from '../../db/index.ts'
import { isRefusal, type Refusal, refusal } from '../../http/index.ts'
import { notifyBalance } from '../../players/index.ts'
import { refuseBlocked } from '../blocked.ts'
import { drawUndoToken, reservedFor } from '../changes/change-rows.ts'
import { checkCode, spendLoginCode } from '../codes/check-code.ts'
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

type Opened = { playerId: string; sessionId: string }

type Opening = {
  playerId: string
  sessionId: string
  counted: readonly bigint[]
  login: Login
  caller: Caller
}

const drawSessionId = ({ randomBytes }: World): string => Buffer.from(randomBytes(16)).toString('hex')

/**
 * Opens a session, marks the device as known, and stores the page's language, in one statement. The database refuses
 * blocked accounts.
 */
const openSession = async (
  tx: Sql,
  world: World,
  { playerId, sessionId, counted, login, caller }: Opening,
): Promise<Opened> => {
  const device = deviceAsker(login.deviceId)
  await tx.query('select open_session($1, $2, $3, $4, $5, $6, $7::bigint[], $8)', [
    sessionId,
    playerId,
    device,
    caller.userAgent.slice(0, 300),
    caller.address,
    new Date(world.clock.now()),
    counted,
    caller.language,
  ])
  return { playerId, sessionId }
}

const playerRow = z.object({ player_id: z.string() })

/** A session that no one has used, since its answer was lost. Null for any other. */
const unansweredSession = async (tx: Sql, sessionId: string): Promise<Opened | null> => {
  const { rows } = await tx.query(
    'select player_id from session where id = $1 and counter = 1 and used_at is null and ended_at is null',
    [sessionId],
  )
  const row = playerRow.array().parse(rows)[0]
  return row ? { playerId: row.player_id, sessionId } : null
}

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
    return openSession(tx, world, { playerId, sessionId: drawSessionId(world), counted, login, caller })
  })
}

/**
 * A right code opens the contact's account, or creates one. A device that sends it again, since the answer was lost, gets
 * the same session, as long as that is unused. If a change recently took the contact off its account and it has not come
 * back, the code yields an undo token instead (1208): its owner may be a victim.
 */
const byCode = async (
  world: World,
  login: Login & { by: 'code' },
  caller: Caller,
): Promise<Opened | Refusal> => {
  const { contact, deviceId, code } = login
  const device = deviceAsker(deviceId)
  const claim = await checkCode(world, {
    contacts: [contact],
    purpose: 'login',
    askers: [device, addressAsker(caller.address)],
    code,
  })
  if (!claim) return refusal(bodyCode.wrongCode)
  const opened = await world.db.transaction(async (tx) => {
    // Two devices register one contact at once: the second finds the account of the first.
    await lockSubjects(tx, [subjectOf('contact', contact.kind, contact.value)])
    // A change or an undo may be moving the contact: what is read from here on comes after it.
    const owner = await ownerOf(tx, contact)
    if (owner !== null) await readSecurity(tx, owner, { lock: true })
    const sessionId = drawSessionId(world)
    const opener = await spendLoginCode(tx, claim, { sessionId, device })
    if (opener === null) return refusal(bodyCode.wrongCode)
    if (opener !== sessionId) return (await unansweredSession(tx, opener)) ?? refusal(bodyCode.wrongCode)
    // An undo ends the reservation as it gives the contact back: read the other way round, both could be missed.
    const reserved = await reservedFor(tx, contact, world.clock.now())
    const known = await ownerOf(tx, contact)
    if (reserved && reserved.playerId !== known) {
      const undo = await drawUndoToken(tx, world, reserved.id)
      return refusal(bodyCode.contactReserved, { until: reserved.undoUntil, undo })
    }
    const playerId = known ?? (await register(tx, world, login))
    await openSession(tx, world, { playerId, sessionId, counted: [], login, caller })
    return { playerId, sessionId, isNew: known === null }
  })
  // The guest who became this player, and the inviter, may be connected.
  if ('isNew' in opened && opened.isNew) {
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
