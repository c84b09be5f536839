import { bodyCode } from '@minefall/shared/contracts'
import type { Login } from '@minefall/shared/contracts/rest'
import { z } from 'zod'
import { type Refusal, refusal, tooMany } from '../../http/index.ts'
import { deviceAsker } from '../devices.ts'
import { addressLimits, countedOf, limitColumns, subjectOf } from '../limits.ts'
import { lifetimes, rates } from '../settings.ts'
import type { Caller, World } from '../world.ts'

/** A right password: whose, the hash that it was compared with, and what was counted for it. */
export type Proven = { playerId: string; passwordHash: string | null; counted: readonly bigint[] }

const accountRow = z.object({ player_id: z.string().nullable(), password_hash: z.string().nullable() })

/**
 * Counts a try and reads the account in one statement, whether there is one or not. Limits on guessing: a contact's
 * known devices have their own tries; all strangers share a few per contact, with or without an account; and each
 * address has a few for all contacts. When strangers have used theirs up, the owner still signs in from a known
 * device, or with a code.
 */
const beginTry = async (
  { db, clock }: World,
  { contact: { kind, value }, deviceId }: Login,
  { address }: Caller,
) => {
  const now = clock.now()
  const device = deviceAsker(deviceId)
  const own = subjectOf('password-device', kind, value, Buffer.from(device).toString('hex'))
  const strangers = [
    { subject: subjectOf('password-strangers', kind, value), rate: rates.passwordStrangers },
    ...addressLimits('password-address', address, rates.passwordAddress),
  ]
  const { rows } = await db.query(
    `select wait_ms, ids, player_id, password_hash from try_password(
       $1, $2, $3, $4, $5::bytea[], $6::int[], $7::timestamptz[], $8::bytea[], $9::int[], $10::timestamptz[], $11)`,
    [
      kind,
      value,
      device,
      new Date(now - lifetimes.device),
      ...limitColumns([{ subject: own, rate: rates.passwordDevice }], now),
      ...limitColumns(strangers, now),
      new Date(now),
    ],
  )
  return { counted: countedOf(rows[0]), account: accountRow.parse(rows[0]) }
}

/**
 * The account of a contact and its password, with what was counted for the try, which the new session takes back.
 * Without an account or a password the work and the answer are those of a wrong password.
 */
export const checkPassword = async (
  world: World,
  login: Login & { by: 'password' },
  caller: Caller,
): Promise<Proven | Refusal> => {
  const { counted, account } = await beginTry(world, login, caller)
  if ('wait' in counted) return tooMany(counted.wait)
  const { player_id: playerId, password_hash: passwordHash } = account
  const right = await world.hasher.verify(passwordHash, login.password)
  if (!right || playerId === null) return refusal(bodyCode.wrongPassword)
  return { playerId, passwordHash, counted: counted.ids }
}
