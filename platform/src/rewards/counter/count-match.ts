import { z } from 'zod'
import { countArenaMatch, tellChange } from '../../arena/index.ts'
import { isUnavailable, type Sql } from '../../db/index.ts'
import { openProfiles, writeRatedMatch } from '../../rating/index.ts'
import type { CountedMatch, CountedSeat, Discount, MatchSeat, Meeting, Tie } from '../counted-match.ts'
import { notePairs } from '../pairs/note-pairs.ts'
import { countInvitations } from '../referral/count-invitations.ts'
import { notifyRewards, type PlayerNews, type World } from '../world.ts'
import { countSeats } from './count-seats.ts'

const uncountedRow = z
  .object({
    match_id: z.string(),
    ended_at: z.date(),
    player_ids: z.array(z.string()),
    game_id: z.string(),
    asset: z.enum(['coin', 'promo', 'trial']),
    stake: z.bigint(),
    settled: z.boolean(),
    private: z.boolean(),
    rematch: z.boolean(),
    clues: z.boolean(),
    arena_id: z.string().nullable(),
  })
  .transform(
    ({ match_id, ended_at, player_ids, game_id, private: isPrivate, rematch, clues, arena_id, ...rest }) => ({
      ...rest,
      matchId: match_id,
      endedAt: ended_at,
      playerIds: player_ids,
      gameId: game_id,
      isPrivate,
      isRematch: rematch,
      hasClues: clues,
      arenaId: arena_id,
    }),
  )

/** A match that is over and not counted yet. */
type Uncounted = z.output<typeof uncountedRow>

/**
 * The match that has waited longest to be counted, held for this transaction; those that others hold are theirs. Null
 * when nothing waits but what is left out.
 */
const takeMatch = async (tx: Sql, leftOut: readonly string[]): Promise<Uncounted | null> => {
  const { rows } = await tx.query(
    `select u.match_id, u.ended_at, u.player_ids, m.game_id, m.asset, m.stake, m.phase = 'settled' as settled,
       m.private, m.rematch_of is not null as rematch, coalesce((m.rules ->> 'clues')::boolean, false) as clues, am.arena_id
     from match_uncounted u join match m on m.id = u.match_id left join arena_match am on am.match_id = u.match_id
     where u.match_id <> all ($1::text[])
     order by u.ended_at, u.match_id limit 1 for update of u skip locked`,
    [leftOut],
  )
  return uncountedRow.array().parse(rows)[0] ?? null
}

const seatRow = z.object({
  player_id: z.string(),
  outcome: z.enum(['won', 'shared', 'lost', 'refunded']).nullable(),
  place: z.int().nullable(),
  payout: z.bigint().nullable(),
})

/**
 * The seats of accounts in a match, by player id. Their accounts are held until the transaction ends, and those of who
 * invited them too, in one order: two matches with the same people are counted one after the other.
 */
const lockSeats = async (
  tx: Sql,
  { matchId, asset, endedAt, playerIds }: Uncounted,
): Promise<MatchSeat[]> => {
  const { rows } = await tx.query(
    `select a.player_id, s.outcome, s.place, s.payout
     from login_account a
     left join match_seat s
       on s.player_id = a.player_id and s.asset = $2 and s.ended_at = $3 and s.match_id = $4
     where a.player_id = any (array(
       select unnest($1::uuid[])
       union select inviter_id from referral where invited_id = any ($1::uuid[]) and status = 'playing'))
     order by a.player_id for no key update of a`,
    [playerIds, asset, endedAt, matchId],
  )
  return seatRow
    .array()
    .parse(rows)
    .flatMap(({ player_id: playerId, outcome, place, payout }) =>
      outcome === null || payout === null ? [] : [{ playerId, outcome, place, payout }],
    )
}

/** Of several reasons the one that says most. */
const weight: readonly Tie[] = ['same-device', 'same-payout', 'same-opponent']

/** Why a seat moves nothing by who else sat there: one stranger is enough for it to count. */
const tieAmong = (playerId: string, meetings: readonly Meeting[]): Tie | null => {
  const ties = meetings.filter(({ playerIds }) => playerIds.includes(playerId)).map(({ tie }) => tie)
  return ties.includes(null) ? null : (weight.find((tie) => ties.includes(tie)) ?? null)
}

/** What each seat of a match counts for. `meetings` are all pairs of its players. */
const discountSeats = (match: CountedMatch, meetings: readonly Meeting[]): CountedSeat[] => {
  const ofMatch: Discount | null = match.isPrivate ? 'private' : match.isRematch ? 'rematch' : null
  return match.seats.map((seat) => ({
    ...seat,
    discounted: ofMatch ?? tieAmong(seat.playerId, meetings),
  }))
}

/** Until their seat was out by the journal, or else until the end. */
const addSeconds = `
  with counted as (
    delete from match_uncounted where match_id = $1
  ), out as (
    select (event ->> 'seat')::int as seat,
      timestamptz 'epoch' + (event ->> 'at')::bigint * interval '1 millisecond' as at
    from match_decision d cross join lateral jsonb_array_elements(d.events) as e (event)
    where d.match_id = $1 and event ->> 'type' = 'SeatOut'
  )
  insert into play_day as d (player_id, day, asset, seconds)
  select s.player_id, utc_day(m.started_at), m.asset,
    greatest(0, extract(epoch from coalesce(out.at, m.ended_at) - m.started_at))::bigint
  from match m
  join match_seat s
    on s.player_id = any ($2::uuid[]) and s.asset = m.asset and s.ended_at = m.ended_at and s.match_id = m.id
  join login_account a on a.player_id = s.player_id
  left join out on out.seat = s.seat
  where m.id = $1
  order by s.player_id
  on conflict (player_id, day, asset) do update set seconds = d.seconds + excluded.seconds`

/**
 * Adds the time that each account played to the day that the match began on, and takes the match off the queue. The
 * last step of counting: days of play are locked after everything that gives coins, as matches lock them.
 */
const finishMatch = async (tx: Sql, { matchId, playerIds }: Uncounted): Promise<void> => {
  await tx.query(addSeconds, [matchId, playerIds])
}

export type CounterWorld = Pick<World, 'db' | 'bus' | 'clock' | 'log' | 'settings'>

/**
 * Counts the match that has waited longest, in one transaction, and tells of it. Answers whether one waited. One that
 * can't be counted is left out from then on. Rejects when the database is away.
 */
export const countNext = async (world: CounterWorld, leftOut: Set<string>): Promise<boolean> => {
  const { db, log } = world
  const taken: { matchId: string | null; counted: CountResult | null } = { matchId: null, counted: null }
  try {
    await db.transaction(async (tx) => {
      const match = await takeMatch(tx, [...leftOut])
      taken.matchId = match?.matchId ?? null
      taken.counted = match && (await countMatch(tx, world, match))
    })
  } catch (error) {
    const { matchId } = taken
    if (matchId !== null) leftOut.add(matchId)
    if (matchId === null || isUnavailable(error)) throw error
    log.error({ err: error, matchId, alarm: 'counting' }, 'a match could not be counted')
    return true
  }
  for (const one of taken.counted?.told ?? []) await notifyRewards(world, one)
  if (taken.counted?.arena) await tellChange(world, taken.counted.arena.id, taken.counted.arena.version)
  if (taken.counted?.isFlagged) world.bus.publish('desk.changed', null, { what: 'flags' })
  return taken.matchId !== null
}

/**
 * Rates the players of an open table with clues. The match moves no one's rating when two of them are no strangers: who
 * else sat there did not play against people who all play for themselves.
 */
const rateSeats = async (
  tx: Sql,
  { matchId, endedAt, isPrivate, hasClues, seats }: CountedMatch,
  meetings: readonly Meeting[],
): Promise<void> => {
  if (isPrivate || !hasClues || meetings.some(({ tie }) => tie !== null)) return
  const placed = seats.flatMap(({ playerId, place }) => (place === null ? [] : [{ playerId, place }]))
  if (placed.length > 1) await writeRatedMatch(tx, { matchId, endedAt, seats: placed })
}

type Counting = Pick<World, 'clock' | 'settings'>

/** Whom to tell what after the commit, whether staff have an account to look at, and which arena changed. */
type CountResult = { told: PlayerNews[]; isFlagged: boolean; arena?: { id: string; version: bigint } }

/** What a settled match for coins or bonus coins counts for. */
const countSettled = async (
  tx: Sql,
  world: Counting,
  uncounted: Uncounted,
  asset: CountedMatch['asset'],
): Promise<CountResult> => {
  const match: CountedMatch = { ...uncounted, asset, seats: await lockSeats(tx, uncounted) }
  const { meetings, isFlagged } = await notePairs(tx, world, match)
  const seats = discountSeats(match, meetings)
  const told = await countSeats(tx, match, seats)
  await rateSeats(tx, match, meetings)
  await openProfiles(
    tx,
    seats.map(({ playerId }) => playerId),
  )
  return { told: [...told, ...(await countInvitations(tx, world, seats))], isFlagged }
}

/** What a match counts for in the arena that it was played in. */
const countOfArena = async (
  tx: Sql,
  arenaId: string,
  { matchId }: Uncounted,
): Promise<Pick<CountResult, 'arena'>> => {
  const version = await countArenaMatch(tx, { arenaId, matchId })
  return version === null ? {} : { arena: { id: arenaId, version } }
}

/**
 * Counts a match that was taken off the queue, in the transaction that took it: everything that play counts for, once.
 * A trial and a voided match count for nothing but time, and one of an arena for its standings.
 */
const countMatch = async (tx: Sql, world: Counting, match: Uncounted): Promise<CountResult> => {
  const counted =
    match.settled && match.asset !== 'trial'
      ? await countSettled(tx, world, match, match.asset)
      : { told: [], isFlagged: false }
  const arena = match.settled && match.arenaId !== null ? await countOfArena(tx, match.arenaId, match) : {}
  await finishMatch(tx, match)
  return { ...counted, ...arena }
}
