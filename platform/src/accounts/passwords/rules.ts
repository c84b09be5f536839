import { readFile } from 'node:fs/promises'
import { bodyCode } from '@minefall/shared/contracts'
import { type Refusal, refusal, wrongField } from '../../http/index.ts'
import type { World } from '../world.ts'
import { isPaymentPassword } from './compare.ts'
import type { Security } from './security.ts'

/**
 * The 10,000 commonest passwords of six characters and more, the commonest first, from @zxcvbn-ts/language-common
 * (MIT, © 2012-2016 Dan Wheeler and Dropbox, Inc., © 2021 @zxcvbn-ts). The built code reads them in the sources.
 */
const file = new URL('../../../src/accounts/passwords/common-passwords.txt', import.meta.url)

let read: Promise<ReadonlySet<string>> | undefined

const commonPasswords = (): Promise<ReadonlySet<string>> => {
  read ??= readFile(file, 'utf8').then((text) => new Set(text.trim().split('\n')))
  return read
}

/** Whether a password is among the commonest, in whatever case. */
export const isCommonPassword = async (password: string): Promise<boolean> =>
  (await commonPasswords()).has(password.normalize('NFKC').toLowerCase())

/**
 * Why a new password of either kind can't be taken, or null. Login and payment password must differ, so that someone
 * who learns one doesn't have both.
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
