import { bodyCode } from '@minefall/shared/contracts'
import { isRefusal, type Refusal, refusal } from '../../http/index.ts'
import { type Claim, checkOwnCode, spendCode } from '../codes/check-code.ts'
import { notifyOwner } from '../contacts.ts'
import type { SignedInAs } from '../sessions/authenticate.ts'
import { closeSockets, endSessions } from '../sessions/end-sessions.ts'
import type { World } from '../world.ts'
import { refuseWrongLoginPassword } from './compare.ts'
import { refuseNewPassword } from './rules.ts'
import { isJustSecured, lockForChange, readSecurity } from './security.ts'

/** What a change is proved with: the old password, by its hash, or a code. */
type Proof = { passwordHash: string } | { claim: Claim }

/** Every other session ends with the password it began under. */
const store = async (
  world: World,
  me: SignedInAs,
  newPassword: string,
  proof: Proof,
): Promise<Refusal | null> => {
  const { playerId, sessionId } = me
  const hash = await world.hasher.hash(newPassword)
  const now = world.clock.now()
  const ended = await world.db.transaction(async (tx) => {
    const security = await lockForChange(tx, me)
    if (isRefusal(security)) return security
    if ('claim' in proof) {
      if (!(await spendCode(tx, proof.claim))) return refusal(bodyCode.wrongCode)
    } else if (security.passwordHash !== proof.passwordHash) return refusal(bodyCode.wrongPassword)
    await tx.query('update login_account set password_hash = $2, secured_at = $3 where player_id = $1', [
      playerId,
      hash,
      new Date(now),
    ])
    return endSessions(tx, { playerId, except: sessionId, reason: 'password', now })
  })
  if (isRefusal(ended)) return ended
  closeSockets(world, playerId, ended)
  await notifyOwner(world, playerId, { name: 'password-changed' })
  return null
}

/** Changes the login password, with the old one; one that was just set to `newPassword` stays as it is. */
export const changePassword = async (
  world: World,
  me: SignedInAs,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<Refusal | null> => {
  const security = await readSecurity(world.db, me.playerId)
  const { passwordHash } = security
  if (passwordHash === null) return refusal(bodyCode.passwordUnset)
  const wrong = await refuseWrongLoginPassword(world, me.playerId, security, currentPassword)
  if (wrong?.refused === bodyCode.wrongPassword && isJustSecured(world, security))
    return (await world.hasher.verify(passwordHash, newPassword)) ? null : wrong
  return (
    wrong ??
    (await refuseNewPassword(world, 'login', newPassword, security)) ??
    store(world, me, newPassword, { passwordHash })
  )
}

/**
 * Sets the login password, with a code that was sent to one of the account's own contacts; one that was just set to
 * `newPassword` stays as it is.
 */
export const changePasswordByCode = async (
  world: World,
  me: SignedInAs,
  { verificationCode, newPassword }: { verificationCode: string; newPassword: string },
): Promise<Refusal | null> => {
  const security = await readSecurity(world.db, me.playerId)
  const refused = await refuseNewPassword(world, 'login', newPassword, security)
  if (refused) return refused
  const claim = await checkOwnCode(world, me.playerId, verificationCode)
  if (claim) return store(world, me, newPassword, { claim })
  const isMade =
    security.passwordHash !== null &&
    isJustSecured(world, security) &&
    (await refuseWrongLoginPassword(world, me.playerId, security, newPassword)) === null
  return isMade ? null : refusal(bodyCode.wrongCode)
}
