import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import type { World } from '../world.ts'

/**
 * Why a session ended: signed out here, ended from another device, everywhere, with the password, for a stolen token, by
 * staff, as its account was blocked, or as a change of a contact was undone.
 */
export type EndReason =
  | 'signed-out'
  | 'ended'
  | 'everywhere'
  | 'password'
  | 'reuse'
  | 'staff'
  | 'blocked'
  | 'undone'

export type Ending = {
  playerId: string
  /** Only this one, */
  only?: string
  /** or all but this one. */
  except?: string
  reason: EndReason
  now: number
}

/** Ends sessions of one account permanently, and answers which. */
export const endSessions = async (
  sql: Sql,
  { playerId, only, except, reason, now }: Ending,
): Promise<string[]> => {
  const { rows } = await sql.query(
    `update session set ended_at = $2, end_reason = $3
     where player_id = $1 and ended_at is null
       and ($4::text is null or id = $4) and ($5::text is null or id <> $5)
     returning id`,
    [playerId, new Date(now), reason, only ?? null, except ?? null],
  )
  return z
    .array(z.object({ id: z.string() }))
    .parse(rows)
    .map(({ id }) => id)
}

/** Ends the live connections of sessions that have ended; after the commit. */
export const closeSockets = (
  { bus }: Pick<World, 'bus'>,
  playerId: string,
  sessions: readonly string[],
): void => {
  for (const session of sessions)
    bus.publish('player.close', playerId, { code: 'signed-out', msg: 'this device was signed out', session })
}
