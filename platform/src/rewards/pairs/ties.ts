import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import type { Tie } from '../counted-match.ts'
import { pairName } from './pairs-of.ts'

/** What makes two accounts one person as far as the house can see. */
export type SamePerson = Exclude<Tie, 'same-opponent'>

/** Tells what two of the accounts that were asked about share; a device first. Null for nothing. */
export type Ties = (one: string, other: string) => SamePerson | null

const rowSchema = z.object({ low: z.string(), high: z.string(), tie: z.enum(['same-device', 'same-payout']) })

const tiesAmong = `
  select one.id as low, t.player_id as high, t.tie
  from unnest($1::uuid[]) as one (id), tied_to(one.id) t
  where t.player_id > one.id and t.player_id = any($1::uuid[])`

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
