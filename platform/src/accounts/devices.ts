import type { Contact } from '@minefall/shared/contracts/rest'
import type { Sql } from '../db/index.ts'
import type { Asker } from './codes/asker.ts'
import { lifetimes } from './settings.ts'

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
