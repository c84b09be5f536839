import { z } from 'zod'
import type { Sql } from '../db/index.ts'
import { type Rating, rateMatch } from './rate.ts'

/** A settled match at a table with clues that everyone's rating moves by. */
export type RatedMatch = {
  matchId: string
  endedAt: Date
  /** Two or more accounts, by player id; the places of those who share one are equal. */
  seats: readonly { playerId: string; place: number }[]
}

export const ratingRow = z
  .object({
    player_id: z.string(),
    mu: z.number(),
    sigma: z.number(),
    matches: z.int(),
    best: z.number().nullable(),
    rated_at: z.date(),
  })
  .transform(({ player_id, rated_at, ...rest }): [string, Rating] => [
    player_id,
    { ...rest, ratedAt: rated_at.getTime() },
  ])

/** The matches have one order: the one that has accounts of both locked takes the later number. */
const writeRatings = `
  with rated as materialized (
    select s.*, n.nth from (select nextval('rated_nth') as nth) as n, unnest(
      $1::uuid[], $2::int[], $3::float8[], $4::float8[], $5::float8[], $6::float8[], $7::int[], $8::float8[],
      $9::timestamptz[]
    ) as s (player_id, place, mu_before, sigma_before, mu, sigma, matches, best, rated_at)
  ), written as (
    insert into rated_seat (player_id, nth, match_id, ended_at, place, mu_before, sigma_before, mu, sigma)
    select player_id, nth, $10, $11, place, mu_before, sigma_before, mu, sigma from rated
  )
  insert into rating (player_id, mu, sigma, matches, best, rated_at)
  select player_id, mu, sigma, matches, best, rated_at from rated order by player_id
  on conflict (player_id) do update set mu = excluded.mu, sigma = excluded.sigma, matches = excluded.matches,
    best = excluded.best, rated_at = excluded.rated_at`

/** Gives each account that has played a page for others to see; those that have one keep it. In the order of their ids. */
export const openProfiles = async (tx: Sql, playerIds: readonly string[]): Promise<void> => {
  await tx.query(
    'insert into public_profile (player_id) select unnest($1::uuid[]) on conflict (player_id) do nothing',
    [playerIds],
  )
}

/**
 * Two players who already met in `metMost` of the latest `latestMost` rated matches of one of them are not rated together.
 * Where few play the same people meet often: there it is a twentieth of the people in the latest 1,000 rated seats.
 */
export const metMost = 2
const latestMost = 10
export const latestLooked = (people: number): number => Math.min(latestMost, Math.floor(people / 20))

const peopleLately = `
  select count(distinct player_id)::int as people
  from (select player_id from rated_seat order by nth desc limit 1000) as lately`

const meetAgain = `
  select from unnest($1::uuid[]) as p (id)
  cross join lateral (select nth from rated_seat where player_id = p.id order by nth desc limit $2) as mine
  join rated_seat other on other.nth = mine.nth and other.player_id = any ($1::uuid[]) and other.player_id <> p.id
  group by p.id, other.player_id having count(*) >= ${metMost} limit 1`

/** Whether two of these accounts, which are locked, have met so often lately that a match of theirs is not rated. */
const haveMetOften = async (tx: Sql, players: readonly string[]): Promise<boolean> => {
  const lately = z.array(z.object({ people: z.int() })).parse((await tx.query(peopleLately)).rows)
  const { count } = await tx.query(meetAgain, [players, latestLooked(lately[0]?.people ?? 0)])
  return count > 0
}

/**
 * Rates a match in the transaction that counts it, with its accounts locked, unless two of them have met too often lately:
 * what one gains of the same few people again and again says nothing of the rest.
 */
export const writeRatedMatch = async (tx: Sql, { matchId, endedAt, seats }: RatedMatch): Promise<void> => {
  const players = seats.map(({ playerId }) => playerId)
  if (await haveMetOften(tx, players)) return
  const { rows } = await tx.query(
    'select player_id, mu, sigma, matches, best, rated_at from rating where player_id = any ($1::uuid[])',
    [players],
  )
  const before = new Map(ratingRow.array().parse(rows))
  const changes = rateMatch(
    seats.map(({ playerId, place }) => ({ before: before.get(playerId) ?? null, place })),
    endedAt.getTime(),
  )
  await tx.query(writeRatings, [
    players,
    seats.map(({ place }) => place),
    changes.map(({ from }) => from.mu),
    changes.map(({ from }) => from.sigma),
    changes.map(({ after }) => after.mu),
    changes.map(({ after }) => after.sigma),
    changes.map(({ after }) => after.matches),
    changes.map(({ after }) => after.best),
    changes.map(({ after }) => new Date(after.ratedAt)),
    matchId,
    endedAt,
  ])
}
