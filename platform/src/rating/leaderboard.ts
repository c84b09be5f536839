import type { Leaderboard } from '@minefall/shared/contracts/rest'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'
import { keptFor, listed, placeShown } from './listing.ts'
import { isProvisional, shownRating } from './rate.ts'

/** Rated matches without which no one is listed. */
const least = 30

/**
 * Who is listed has met so many different people in their latest `least` matches, or a third of those who played lately
 * where that is less: where few play, people who play among themselves alone can raise one of them.
 */
const metLeast = 20
const latelyMs = 30 * 86_400_000

/** For so long all who ask get the same list, in milliseconds. */
const keptMs = 30_000

const rowSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    avatar: z.string(),
    level: z.int(),
    mu: z.number(),
    sigma: z.number(),
    matches: z.int(),
    rated_at: z.date(),
  })
  .transform(({ rated_at, ...row }) => ({ ...row, ratedAt: rated_at.getTime() }))

/** Goes down the index of ratings until the list is full. */
const best = `
  select v.id, p.name, p.avatar, a.level, r.mu, r.sigma, r.matches, r.rated_at
  from rating r join public_profile v on v.player_id = r.player_id and not v.hidden
  join login_account a on a.player_id = r.player_id join player p on p.id = r.player_id
  where r.matches >= ${least} and (
    select count(distinct other.player_id)
    from (select nth from rated_seat where player_id = r.player_id order by nth desc limit ${least}) as mine
    join rated_seat other on other.nth = mine.nth and other.player_id <> r.player_id
  ) >= (
    select count(*) / 3 from (select from rating lately where lately.rated_at > $1 limit ${3 * metLeast}) as crowd
  )
  order by r.mu desc, r.player_id limit ${listed}`

type Items = Leaderboard['items']

const readBest = async (sql: Sql, now: number) => {
  const { rows } = await sql.query(best, [new Date(now - latelyMs)])
  return rowSchema
    .array()
    .parse(rows)
    .map(({ id, name, avatar, level, matches, ...rating }) => ({
      ...{ id, name, avatar, level, matches },
      rating: shownRating(rating),
      provisional: isProvisional(rating, now),
    }))
}

const ownRow = z
  .object({
    id: z.string().nullable(),
    hidden: z.boolean(),
    mu: z.number(),
    sigma: z.number(),
    matches: z.int(),
    rated_at: z.date(),
    above: z.int(),
  })
  .transform(({ rated_at, ...row }) => ({ ...row, ratedAt: rated_at.getTime() }))

/** One's own place is after everyone who is shown with a higher rating from enough matches. */
const own = `
  select v.id, coalesce(v.hidden, false) as hidden, r.mu, r.sigma, r.matches, r.rated_at,
    (select count(*)::int from rating other join public_profile shown on shown.player_id = other.player_id
      and not shown.hidden where other.matches >= ${least} and other.mu > r.mu) as above
  from rating r left join public_profile v on v.player_id = r.player_id where r.player_id = $1`

const readOwn = async (
  sql: Sql,
  playerId: string,
  { items, now }: { items: Items; now: number },
): Promise<Leaderboard['own']> => {
  const mine = ownRow.array().parse((await sql.query(own, [playerId])).rows)[0]
  if (!mine) return null
  const inList = items.find(({ id }) => id === mine.id)
  return {
    id: mine.id,
    place: mine.matches < least ? null : (inList?.place ?? mine.above + 1),
    rating: shownRating(mine),
    provisional: isProvisional(mine, now),
    matches: mine.matches,
    hidden: mine.hidden,
  }
}

/** Reads the list, which is kept for a moment, with the caller's place. */
export type ReadLeaderboard = (playerId: string | null, now: number) => Promise<Leaderboard>

export const leaderboardOf = (sql: Sql): ReadLeaderboard => {
  const bestAt = keptFor(keptMs, (now) => readBest(sql, now))
  return async (playerId, now) => {
    const items = await placeShown(sql, await bestAt(now))
    return { least, items, own: playerId === null ? null : await readOwn(sql, playerId, { items, now }) }
  }
}
