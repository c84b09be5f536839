import { bodyCode } from '@minefall/shared/contracts'
import type { Login } from '@minefall/shared/contracts/rest'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { type Refusal, refusal, tooMany } from '../../http/index.ts'
import { deviceAsker, isKnownDevice } from '../devices.ts'
import { addressLimits, countIfAllowed, type Limit, subjectOf } from '../limits.ts'
import { rates } from '../settings.ts'
import type { Caller, World } from '../world.ts'

/**
 * What bounds guessing. A contact's own devices have tries of their own; all strangers share a few for the contact,
 * whether or not it has an account, and each address has a few for all contacts. When strangers have used theirs up,
 * its owner still signs in: from a device that is known, or with a code.
 */
const limitsOf = async (
  { db, clock }: World,
  { contact, deviceId }: Login,
  caller: Caller,
): Promise<Limit[]> => {
  const { kind, value } = contact
  const device = deviceAsker(deviceId)
  if (await isKnownDevice(db, contact, device, clock.now()))
    return [
      {
        subject: subjectOf('password-device', kind, value, Buffer.from(device).toString('hex')),
        rate: rates.passwordDevice,
      },
    ]
  return [
    { subject: subjectOf('password-strangers', kind, value), rate: rates.passwordStrangers },
    ...addressLimits('password-address', caller.address, rates.passwordAddress),
  ]
}

/** A right password: whose, and what was counted for it. */
export type Proven = { playerId: string; counted: readonly bigint[] }

const accountRow = z.object({ player_id: z.string(), password_hash: z.string().nullable() })

/** One statement, whether it finds an account or none. */
const findAccount = async (sql: Sql, { kind, value }: Login['contact']) => {
  const { rows } = await sql.query(
    `select player_id, password_hash from contact join login_account using (player_id)
     where kind = $1 and value = $2`,
    [kind, value],
  )
  return accountRow.optional().parse(rows[0])
}

/**
 * The account that a contact and its password open, with what was counted for the try: the session that it opens takes
 * it back. A contact without an account, and an account without a password,
 * cost the same work and get the same answer as a wrong password.
 */
export const checkPassword = async (
  world: World,
  login: Login & { by: 'password' },
  caller: Caller,
): Promise<Proven | Refusal> => {
  const { db, clock, hasher } = world
  const limits = await limitsOf(world, login, caller)
  const counted = await countIfAllowed(db, limits, clock.now())
  if ('wait' in counted) return tooMany(counted.wait)
  const account = await findAccount(db, login.contact)
  const right = await hasher.verify(account?.password_hash ?? null, login.password)
  if (!right || !account) return refusal(bodyCode.wrongPassword)
  return { playerId: account.player_id, counted: counted.ids }
}
