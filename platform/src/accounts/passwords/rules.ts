import { bodyCode } from '@minefall/shared/contracts'
import { type Refusal, refusal, wrongField } from '../../http/index.ts'
import type { World } from '../world.ts'
import { isCommonPassword } from './common-passwords.ts'
import { isPaymentPassword } from './compare.ts'
import type { Security } from './security.ts'

/**
 * Why a new password of either kind can't be taken, or null. Login and payment password must differ: who learns one
 * must not have both.
 */
export const refuseNewPassword = async (
  world: World,
  kind: 'login' | 'payment',
  password: string,
  { passwordHash, payment }: Security,
): Promise<Refusal | null> => {
  const { passwordMin } = world.settings
  if ([...password].length < passwordMin)
    return wrongField('newPassword', 'password-length', { count: passwordMin })
  if (await isCommonPassword(password)) return refusal(bodyCode.passwordTooCommon)
  const alike =
    kind === 'login'
      ? await isPaymentPassword(world, payment, password)
      : passwordHash !== null && (await world.hasher.verify(passwordHash, password))
  return alike ? refusal(bodyCode.passwordsAlike) : null
}
