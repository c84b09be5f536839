import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import type { CountedMatch, Meeting, Tie } from '../counted-match.ts'
import type { World } from '../world.ts'

/** Two accounts, the lower id first. */
type Pair = Readonly<{ low: string; high: string }>

/** Ids of accounts are compared as their texts in lower case, which is the order that the database has them in. */
const pairOf = (one: string, other: string): Pair =>
  one < other ? { low: one, high: other } : { low: other, high: one }

/** A name of the pair, the same from either side. */
const pairName = (one: string, other: string): string => {
  const { low, high } = pairOf(one, other)
  return `${low}/${high}`
}

/** Every two of these accounts once, in the order that rows of them are locked in. */
const pairsOf = (players: readonly string[]): Pair[] => {
  const sorted = [...players].sort()
  return sorted.flatMap((low, nth) => sorted.slice(nth + 1).map((high) => ({ low, high })))
}

/** What a seat paid in and got back. */
type Paid = Readonly<{ playerId: string; payout: bigint }>

/** Coins that one account lost to another in a match, at least 1. */
type Moved = Readonly<{ from: string; to: string; amount: bigint }>

/**
 * Who lost how much to whom in a match that everyone staked the same in: what each lost goes to those who gained, in
 * the proportion of their gains, in whole coins rounded down. The house's rake is lost to no one.
 */
export const coinsMoved = (stake: bigint, seats: readonly Paid[]): Moved[] => {
  const nets = seats.map(({ playerId, payout }) => ({ playerId, net: payout - stake }))
  const [winners, losers] = [nets.filter(({ net }) => net > 0n), nets.filter(({ net }) => net < 0n)]
  const lost = losers.reduce((sum, { net }) => sum - net, 0n)
  return losers
    .flatMap(({ playerId: from, net: loss }) =>
      winners.map(({ playerId: to, net: gain }) => ({ from, to, amount: (gain * -loss) / lost })),
    )
    .filter(({ amount }) => amount > 0n)
}

/** What makes two accounts one person as far as the house can see. */
type SamePerson = Exclude<Tie, 'same-opponent'>

/** Tells what two of the accounts that were asked about share; a device first. Null for nothing. */
export type Ties = (one: string, other: string) => SamePerson | null

const tieRow = z.object({ low: z.string(), high: z.string(), tie: z.enum(['same-device', 'same-payout']) })

const tiesAmong = `
  select one.id as low, t.player_id as high, t.tie
  from unnest($1::uuid[]) as one (id), tied_to(one.id) t
  where t.player_id > one.id and t.player_id = any($1::uuid[])`

/** Reads what these accounts share with each other. */
export const readTies = async (sql: Sql, players: readonly string[]): Promise<Ties> => {
  const { rows } = await sql.query(tiesAmong, [players])
  const ties = new Map<string, SamePerson>()
  for (const { low, high, tie } of tieRow.array().parse(rows)) {
    const name = pairName(low, high)
    if (ties.get(name) !== 'same-device') ties.set(name, tie)
  }
  return (one, other) => ties.get(pairName(one, other)) ?? null
}

/** What two accounts were in together on a UTC day, and the coins that the first lost to the second. */
type PairDay = Pair & Readonly<{ matches: number; moved: bigint }>

/** Two accounts that meet so often in a UTC day are looked at, whatever they move between them. */
const flaggedMatches = 20

const magnitude = (coins: bigint): bigint => (coins < 0n ? -coins : coins)

/**
 * Flags pairs for staff that met too often or moved too many coins on the day of this end, each once a day. Answers
 * whether one is flagged with this.
 */
const flagPairs = async (
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

const dayRow = z.object({
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
  const days = dayRow.array().parse(rows)
  const { pairCoinsMost } = settings
  const isFlagged = await flagPairs(tx, days, { endedAt, pairCoinsMost, now: clock.now() })
  const shared = await readTies(tx, players)
  const meetings: Meeting[] = days.map(({ low, high, matches }) => ({
    playerIds: [low, high],
    tie: shared(low, high) ?? (matches > strangersMost ? 'same-opponent' : null),
  }))
  return { meetings, isFlagged }
}
