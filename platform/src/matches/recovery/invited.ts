import { type MatchId, matchIdSchema } from '@minefall/shared/game'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import type { Origin } from '../journal/fairness-log.ts'

/** Whose account a seat was, by match and seat number. */
export type Holders = ReadonlyMap<MatchId, ReadonlyMap<number, string>>

const rowSchema = z.object({ match_id: matchIdSchema, seat: z.int(), holder: z.string() })

/** Who had the seats of those matches whose players are invited to others. One statement for all of them. */
export const readHolders = async (sql: Sql, origins: readonly Origin[]): Promise<Holders> => {
  const matches = [...new Set(origins.flatMap(({ invited }) => (invited ? [invited.from] : [])))]
  const holders = new Map<MatchId, Map<number, string>>()
  if (matches.length === 0) return holders
  // A seat that was left and taken again is the last one's: later rows overwrite earlier ones.
  const { rows } = await sql.query(
    `select d.match_id, (event ->> 'seat')::int as seat, event ->> 'holder' as holder
     from match_decision d, jsonb_array_elements(d.events) as event
     where d.match_id = any ($1::text[]) and event ->> 'type' = 'SeatTaken' and event ->> 'holder' is not null
     order by d.match_id, d.seq`,
    [matches],
  )
  for (const row of rows) {
    const { match_id, seat, holder } = rowSchema.parse(row)
    const seats = holders.get(match_id) ?? new Map<number, string>()
    holders.set(match_id, seats.set(seat, holder))
  }
  return holders
}

/** The accounts that may sit at a match; null where anyone may. */
export const invitedBy = ({ invited }: Origin, holders: Holders): ReadonlySet<string> | null =>
  invited &&
  new Set(
    invited.seats.flatMap((seat) => {
      const holder = holders.get(invited.from)?.get(seat)
      return holder === undefined ? [] : [holder]
    }),
  )
