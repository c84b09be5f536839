import { bodyCode } from '@minefall/shared/contracts'
import type { Login, SignedIn } from '@minefall/shared/contracts/rest'
import { z } from 'zod'
import { refusalOf, type Sql } from '../../db/index.ts'
import { isRefusal, type Refusal, refusal } from '../../http/index.ts'
import { tellBalance } from '../../players/index.ts'
import { refuseBlocked } from '../blocked.ts'
import { drawUndoToken, reservedFor } from '../changes/change-rows.ts'
import { checkCode, spendCode } from '../codes/check-code.ts'
import { ownerOf } from '../contacts.ts'
import { addressAsker, deviceAsker } from '../devices.ts'
import { lockSubjects, subjectOf } from '../limits.ts'
import { signToken } from '../sessions/authenticate.ts'
import { readUser } from '../user.ts'
import type { Caller, World } from '../world.ts'
import { checkPassword, type Proven } from './check-password.ts'
import { register } from './register.ts'

const rowSchema = z.object({ inviter_id: z.string() })

/**
 * Tells who invited a new account, if anyone did, that someone came, after the commit. Never rejects: they are read
 * again all the same.
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

/**
 * Opens a session on a device, which is known from then on, and keeps the language of its page, in one statement.
 * Answers the session's id. Refused by the database for an account that is blocked.
 */
const openSession = async (
  tx: Sql,
  world: World,
  { playerId, counted, login, caller }: Proven & { login: Login; caller: Caller },
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

const byPassword = async (
  world: World,
  login: Login & { by: 'password' },
  caller: Caller,
): Promise<Opened | Refusal> => {
  const proven = await checkPassword(world, login, caller)
  if (isRefusal(proven)) return proven
  const sessionId = await openSession(world.db, world, { ...proven, login, caller })
  return { playerId: proven.playerId, sessionId }
}

/**
 * A right code opens the contact's account, or makes one: the contact is proven. One that a change took off its account
 * a short while ago does neither, but gets what undoes the change (1208): its owner may be a victim.
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
    // Two devices that register one contact at once: the second finds the account of the first.
    await lockSubjects(tx, [subjectOf('contact', contact.kind, contact.value)])
    if (!(await spendCode(tx, claim))) return refusal(bodyCode.wrongCode)
    const reserved = await reservedFor(tx, contact, world.clock.now())
    if (reserved) {
      const undo = await drawUndoToken(tx, world, reserved.id)
      return refusal(bodyCode.contactReserved, { until: reserved.undoUntil, undo })
    }
    const known = await ownerOf(tx, contact)
    const playerId = known ?? (await register(tx, world, login))
    const sessionId = await openSession(tx, world, { playerId, counted: [], login, caller })
    return { playerId, sessionId, isNew: known === null }
  })
  // The guest who became this player may be looking on, and so may who invited them.
  if (!isRefusal(opened) && opened.isNew) {
    await tellBalance(world, opened.playerId)
    await tellInviter(world, opened.playerId)
  }
  return opened
}

/** What is answered to a right password or code where no session was opened for it: the account is blocked. */
const whyNotOpened = async ({ db }: World, { contact }: Login, error: unknown): Promise<Refusal> => {
  if (refusalOf(error) !== 'account-blocked') throw error
  const playerId = await ownerOf(db, contact)
  const blocked = playerId === null ? null : await refuseBlocked(db, playerId)
  // Unblocked in the meantime: the next try opens one.
  return blocked ?? refusal(bodyCode.unavailable)
}

/**
 * Signs in, and registers on the way where the contact is new. Who proves that an account is theirs learns that it is
 * blocked (1403); to all others it is one like any other.
 */
export const signIn = async (world: World, login: Login, caller: Caller): Promise<SignedIn | Refusal> => {
  const opening = login.by === 'password' ? byPassword(world, login, caller) : byCode(world, login, caller)
  const opened = await opening.catch((error: unknown) => whyNotOpened(world, login, error))
  if (isRefusal(opened)) return opened
  const { playerId, sessionId } = opened
  const token = signToken(world.keys.token, { sessionId, counter: 1 })
  return { ...(await readUser(world.db, playerId)), token }
}
