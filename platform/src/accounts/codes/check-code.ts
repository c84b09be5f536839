import type { Contact } from '@minefall/shared/contracts/rest'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { settledContacts } from '../contacts.ts'
import { type Asker, accountAsker } from '../devices.ts'
import { tries } from '../settings.ts'
import type { World } from '../world.ts'
import { isCode, type Purpose } from './one-time-code.ts'

/** A correct code, usable once: see {@link spendCode}. */
export type Claim = { mac: Uint8Array }

const rowSchema = z.object({
  kind: z.enum(['phone', 'email']),
  value: z.string(),
  asker: z.instanceof(Uint8Array),
  mac: z.instanceof(Uint8Array),
})

const openerRow = z.object({ session_id: z.string() })

export type CodeCheck = {
  /** The contacts it may have been sent to. */
  contacts: readonly Pick<Contact, 'kind' | 'value'>[]
  purpose: Purpose
  /** Who may have asked for it. */
  askers: readonly Asker[]
  code: string
}

/**
 * Compares a code with those in force; one that signed its device in is tried as often again: see {@link spendLoginCode}.
 * The try is counted before the comparison: at once, or with the caller's transaction, which must then be committed whatever
 * the answer is. Null if none matches.
 */
export const checkCode = async (
  { db, clock, keys }: Pick<World, 'clock' | 'keys'> & { db: Sql },
  { contacts, purpose, askers, code }: CodeCheck,
): Promise<Claim | null> => {
  const { rows } = await db.query(
    `update one_time_code set tries = tries + 1
     where (kind, value) in (select * from unnest($1::text[], $2::text[]))
       and purpose = $3 and asker = any($4::bytea[]) and expires_at > $5
       and tries < case when session_id is null then $6::int else 2 * $6::int end
     returning kind, value, asker, mac`,
    [
      contacts.map(({ kind }) => kind),
      contacts.map(({ value }) => value),
      purpose,
      askers,
      new Date(clock.now()),
      tries.code,
    ],
  )
  let claim: Claim | null = null
  for (const { kind, value, asker, mac } of z.array(rowSchema).parse(rows))
    if (isCode(keys.code, { contact: { kind, value }, purpose, asker }, mac, code)) claim = { mac }
  return claim
}

/** Checks a code that a signed-in owner was sent to a contact that proves something: see {@link settledContacts}. */
export const checkOwnCode = async (world: World, playerId: string, code: string): Promise<Claim | null> =>
  checkCode(world, {
    contacts: await settledContacts(world.db, playerId, world.clock.now()),
    purpose: 'security',
    askers: [accountAsker(playerId)],
    code,
  })

/** Uses a code up, together with what it is used for. False when someone else was faster. */
export const spendCode = async (tx: Sql, { mac }: Claim): Promise<boolean> =>
  (await tx.query('delete from one_time_code where mac = $1', [mac])).count > 0

/**
 * Uses a code up for a session that it opens. Answers that session, or the one that it has opened before for the same
 * device; null where it is good for neither.
 */
export const spendLoginCode = async (
  tx: Sql,
  { mac }: Claim,
  { sessionId, device }: { sessionId: string; device: Asker },
): Promise<string | null> => {
  const { rows } = await tx.query(
    `update one_time_code set session_id = coalesce(session_id, $2), tries = greatest(tries, $4)
     where mac = $1 and (session_id is null or asker = $3)
     returning session_id`,
    [mac, sessionId, device, tries.code],
  )
  return openerRow.array().parse(rows)[0]?.session_id ?? null
}
