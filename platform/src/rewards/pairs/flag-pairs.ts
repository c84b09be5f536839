import type { Sql } from '../../db/index.ts'
import type { Pair } from './pairs-of.ts'

/** What two accounts were in together on a UTC day, and the coins that the first lost to the second. */
export type PairDay = Pair & Readonly<{ matches: number; moved: bigint }>

/** Two accounts that meet so often in a UTC day are looked at, whatever they move between them. */
export const flaggedMatches = 20

const magnitude = (coins: bigint): bigint => (coins < 0n ? -coins : coins)

/**
 * Flags pairs for staff that met too often or moved too many coins on the day of this end, each once a day. Answers
 * whether one is flagged with this.
 */
export const flagPairs = async (
  tx: Sql,
  days: readonly PairDay[],
  { endedAt, pairCoinsMost, now }: { endedAt: Date; pairCoinsMost: bigint; now: number },
): Promise<boolean> => {
  const flagged = days.filter(
    ({ matches, moved }) => matches >= flaggedMatches || magnitude(moved) >= pairCoinsMost,
  )
  if (flagged.length === 0) return false
  const day = endedAt.toISOString().slice(0, 10)
  const { count } = await tx.query(
    `insert into abuse_flag (kind, subject, player_ids, detail, at)
     select 'pair', f.low || '/' || f.high || '/' || $1, array[f.low, f.high], f.detail, $2
     from unnest($3::uuid[], $4::uuid[], $5::jsonb[]) as f (low, high, detail)
     on conflict (kind, subject) do nothing`,
    [
      day,
      new Date(now),
      flagged.map(({ low }) => low),
      flagged.map(({ high }) => high),
      flagged.map(({ matches, moved }) => JSON.stringify({ day, matches, moved: moved.toString() })),
    ],
  )
  return count > 0
}
