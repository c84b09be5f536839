import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import type { Tie } from '../counted-match.ts'
import { pairName } from './pairs-of.ts'

/** What makes two accounts one person as far as the house can see. */
export type SamePerson = Exclude<Tie, 'same-opponent'>

/** Tells what two of the accounts that were asked about share; a device first. Null for nothing. */
export type Ties = (one: string, other: string) => SamePerson | null

const rowSchema = z.object({ low: z.string(), high: z.string(), tie: z.enum(['same-device', 'same-payout']) })

/**
 * Devices that both signed in on, and accounts that both have money paid out to, what they took back included. Each
 * account's own rows are few and found by its id.
 */
const tiesAmong = `
  select mine.player_id as low, theirs.player_id as high, 'same-device' as tie
  from known_device mine join known_device theirs
    on theirs.device_hash = mine.device_hash and theirs.player_id > mine.player_id
  where mine.player_id = any($1::uuid[]) and theirs.player_id = any($1::uuid[])
  union
  select mine.player_id, theirs.player_id, 'same-payout'
  from payout_destination mine join payout_destination theirs
    on theirs.fingerprint = mine.fingerprint and theirs.player_id > mine.player_id
  where mine.player_id = any($1::uuid[]) and theirs.player_id = any($1::uuid[])`

/** Reads what these accounts share with each other. */
export const readTies = async (sql: Sql, players: readonly string[]): Promise<Ties> => {
  const { rows } = await sql.query(tiesAmong, [players])
  const ties = new Map<string, SamePerson>()
  for (const { low, high, tie } of rowSchema.array().parse(rows)) {
    const name = pairName(low, high)
    if (ties.get(name) !== 'same-device') ties.set(name, tie)
  }
  return (one, other) => ties.get(pairName(one, other)) ?? null
}
