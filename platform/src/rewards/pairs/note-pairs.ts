import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import type { CountedMatch, Meeting } from '../counted-match.ts'
import type { World } from '../world.ts'
import { coinsMoved } from './coins-moved.ts'
import { flagPairs } from './flag-pairs.ts'
import { type Pair, pairsOf } from './pairs-of.ts'
import { readTies } from './ties.ts'

const rowSchema = z.object({
  low: z.string(),
  high: z.string(),
  matches: z.int(),
  moved: z.bigint(),
})

const notePairDays = `
  insert into pair_day (low, high, day, matches, moved)
  select p.low, p.high, utc_day($1), 1, p.moved from unnest($2::uuid[], $3::uuid[], $4::bigint[]) as p (low, high, moved)
  order by p.low, p.high
  on conflict (low, high, day) do update
  set matches = pair_day.matches + 1, moved = pair_day.moved + excluded.moved
  returning low, high, matches, moved`

/** What the first of each pair lost to the second, less what it won of them. */
const movedIn = ({ asset, stake, seats }: CountedMatch) => {
  const moves = asset === 'coin' ? coinsMoved(stake, seats) : []
  const lost = (from: string, to: string): bigint =>
    moves.find((move) => move.from === from && move.to === to)?.amount ?? 0n
  return ({ low, high }: Pair) => lost(low, high) - lost(high, low)
}

/** In so many matches of a UTC day two accounts are strangers to each other. */
const strangersMost = 5

/**
 * Notes that the accounts of a settled match met, on the UTC day of its end, and what they moved between them, in the
 * transaction that counts the match. Pairs that meet too often or move too much are flagged for staff, once a day.
 * Answers for every two of them whether they are strangers, and whether one pair is flagged with this.
 */
export const notePairs = async (
  tx: Sql,
  { clock, settings }: Pick<World, 'clock' | 'settings'>,
  match: CountedMatch,
): Promise<{ meetings: Meeting[]; isFlagged: boolean }> => {
  const players = match.seats.map(({ playerId }) => playerId)
  const pairs = pairsOf(players)
  if (pairs.length === 0) return { meetings: [], isFlagged: false }
  const { endedAt } = match
  const { rows } = await tx.query(notePairDays, [
    endedAt,
    pairs.map(({ low }) => low),
    pairs.map(({ high }) => high),
    pairs.map(movedIn(match)),
  ])
  const days = rowSchema.array().parse(rows)
  const { pairCoinsMost } = settings
  const isFlagged = await flagPairs(tx, days, { endedAt, pairCoinsMost, now: clock.now() })
  const shared = await readTies(tx, players)
  const meetings: Meeting[] = days.map(({ low, high, matches }) => ({
    playerIds: [low, high],
    tie: shared(low, high) ?? (matches > strangersMost ? 'same-opponent' : null),
  }))
  return { meetings, isFlagged }
}
