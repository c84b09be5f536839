import { bodyCode } from '@minefall/shared/contracts'
import { isRefusal, type Refusal, refusal, wrongField } from '../../http/index.ts'
import { checkOwnCode, spendCode } from '../codes/check-code.ts'
import { notifyOwner } from '../contacts.ts'
import type { SignedInAs } from '../sessions/authenticate.ts'
import type { World } from '../world.ts'
import { isPaymentPassword, refuseWrongLoginPassword, refuseWrongPaymentPassword } from './compare.ts'
import { refuseNewPassword } from './rules.ts'
import { isJustSecured, lockForChange, readSecurity } from './security.ts'

export type PaymentPasswordChange = {
  currentPassword: string
  newPassword: string
  verificationCode?: string | undefined
}

/**
 * Sets the payment password: with the old one; the first time with a code; and, when it is forgotten, with a code and
 * the login password. One that was just set to `newPassword` stays as it is.
 */
export const changePaymentPassword = async (
  world: World,
  me: SignedInAs,
  { currentPassword, newPassword, verificationCode: code }: PaymentPasswordChange,
): Promise<Refusal | null> => {
  const { playerId } = me
  const security = await readSecurity(world.db, playerId)
  if (code === undefined && security.payment === null) return wrongField('verificationCode', 'code-required')
  /** The try has counted where the old one was wrong; as a try of the payment password, a code's counts here. */
  const isMade = async () =>
    security.payment !== null &&
    isJustSecured(world, security) &&
    (code === undefined
      ? await isPaymentPassword(world, security.payment, newPassword)
      : (await refuseWrongPaymentPassword(world, playerId, newPassword)) === null)
  if (security.payment !== null) {
    const wrong =
      code === undefined
        ? await refuseWrongPaymentPassword(world, playerId, currentPassword)
        : await refuseWrongLoginPassword(world, playerId, security, currentPassword)
    if (wrong) return wrong.refused === bodyCode.wrongPassword && (await isMade()) ? null : wrong
  }
  const refused = await refuseNewPassword(world, 'payment', newPassword, security)
  if (refused) return refused
  const claim = code === undefined ? null : await checkOwnCode(world, playerId, code)
  if (code !== undefined && !claim) return (await isMade()) ? null : refusal(bodyCode.wrongCode)
  const { keyId, key } = world.keys.pepper.current
  const hash = await world.hasher.hash(newPassword, key)
  const overtaken = await world.db.transaction(async (tx) => {
    const current = await lockForChange(tx, me)
    if (isRefusal(current)) return current
    if (claim && !(await spendCode(tx, claim))) return refusal(bodyCode.wrongCode)
    if (current.passwordHash !== security.passwordHash || current.payment?.hash !== security.payment?.hash)
      return refusal(bodyCode.wrongPassword)
    await tx.query(
      `update login_account set payment_hash = $2, payment_key_id = $3, payment_failures = 0,
         payment_locked_until = null, secured_at = $4 where player_id = $1`,
      [playerId, hash, keyId, new Date(world.clock.now())],
    )
    return null
  })
  if (overtaken) return overtaken
  await notifyOwner(world, playerId, { name: 'payment-password-changed' })
  return null
}
