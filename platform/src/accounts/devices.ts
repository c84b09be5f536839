import type { Contact } from '@minefall/shared/contracts/rest'
import type { Sql } from '../db/index.ts'
import { addressGroup, subjectOf } from './limits.ts'
import { lifetimes } from './settings.ts'

/**
 * Who asked for a code and may try it: a device, an address where no device is named, or an account. With a withdrawal
 * it is also what for, so that its code opens no other.
 */
export type Asker = Uint8Array

export const deviceAsker = (deviceId: string): Asker => subjectOf('device', deviceId)
export const addressAsker = (address: string): Asker => subjectOf('address', addressGroup(address))
export const accountAsker = (playerId: string): Asker => subjectOf('account', playerId)

/** What a withdrawal takes, in coins, and where to: all that its code is good for. */
export type CodedWithdrawal = { playerId: string; destinationId: string; amount: bigint }
export const withdrawalAsker = ({ playerId, destinationId, amount }: CodedWithdrawal): Asker =>
  subjectOf('withdrawal', playerId, destinationId, String(amount))

/** Whether this device signed in to the contact's account not long ago. False for every other asker. */
export const isKnownDevice = async (
  sql: Sql,
  { kind, value }: Pick<Contact, 'kind' | 'value'>,
  device: Asker,
  now: number,
): Promise<boolean> => {
  const { count } = await sql.query(
    `select from contact c join known_device d on d.player_id = c.player_id
     where c.kind = $1 and c.value = $2 and d.device_hash = $3 and d.seen_at > $4`,
    [kind, value, device, new Date(now - lifetimes.device)],
  )
  return count > 0
}
