import type { Leaderboard } from '@minefall/shared/contracts/rest'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'
import { keptFor, listed, placeShown } from './listing.ts'
import { isProvisional, isSettled, shownRating } from './rate.ts'

/** Rated matches without which no one is listed; the rating is settled besides. */
const least = 30

/** For so long all who ask get the same list, in milliseconds. */
const keptMs = 30_000

const rowSchema = z
  .object({
    id: z.string(),
    mu: z.number(),
    sigma: z.number(),
    matches: z.int(),
    rated_at: z.date(),
  })
  .transform(({ rated_at, ...row }) => ({ ...row, ratedAt: rated_at.getTime() }))

/** Goes down the index of ratings until the list is full. */
const best = `
  select v.id, r.mu, r.sigma, r.matches, r.rated_at
  from rating r join public_profile v on v.player_id = r.player_id and not v.hidden
  join login_account a on a.player_id = r.player_id and a.blocked_at is null
  where r.matches >= ${least} and ${isSettled}
  order by r.mu desc, r.player_id limit ${listed}`

const readBest = async (sql: Sql, now: number) => {
  const { rows } = await sql.query(best)
  return rowSchema
    .array()
    .parse(rows)
    .map(({ id, matches, ...rating }) => ({
      ...{ id, matches, mu: rating.mu },
      rating: shownRating(rating),
      provisional: isProvisional(rating, now),
    }))
}

type Listed = Leaderboard['items'][number] & { mu: number }

const ownRow = z
  .object({
    id: z.string().nullable(),
    hidden: z.boolean(),
    mu: z.number(),
    sigma: z.number(),
    matches: z.int(),
    rated_at: z.date(),
    settled: z.boolean(),
  })
  .transform(({ rated_at, ...row }) => ({ ...row, ratedAt: rated_at.getTime() }))

const own = `
  select v.id, coalesce(v.hidden, false) as hidden, r.mu, r.sigma, r.matches, r.rated_at, ${isSettled} as settled
  from rating r left join public_profile v on v.player_id = r.player_id where r.player_id = $1`

/**
 * Behind the list a place is counted among all who have enough matches and are neither hidden nor blocked: whether each of
 * their ratings is settled would take too long to look up.
 */
const ranked = `from rating r where r.matches >= ${least}
  and not exists (select from public_profile v where v.hidden and v.player_id = r.player_id)
  and not exists (select from login_account a where a.blocked_at is not null and a.player_id = r.player_id)`

/** The rating of every hundredth of them, read now and then: a place is counted from the mark above it. */
const markEach = 100
const marksKeptMs = 5 * 60_000
const marks = `
  select mu from (select r.mu, row_number() over (order by r.mu desc) as nth ${ranked}) as placed
  where nth % ${markEach} = 0 order by mu desc`
const markRow = z.object({ mu: z.number() }).transform(({ mu }) => mu)
const readMarks = async (sql: Sql) => markRow.array().parse((await sql.query(marks)).rows)

const betweenRow = z.object({ between: z.int() })
const countBetween = `select count(*)::int as between ${ranked} and r.mu > $1 and r.mu < $2`

type Read = { items: readonly Listed[]; isFull: boolean; marksOf(): Promise<readonly number[]> }

/** The place of a rating that may have one: in the list, among those of the list, or after all of them. */
const placeOf = async (
  sql: Sql,
  { id, mu }: { id: string | null; mu: number },
  { items, isFull, marksOf }: Read,
): Promise<number> => {
  if (!isFull || mu >= (items.at(-1)?.mu ?? 0))
    return items.find((item) => item.id === id)?.place ?? items.filter((item) => item.mu > mu).length + 1
  const above = (await marksOf()).filter((mark) => mark > mu)
  const { rows } = await sql.query(countBetween, [mu, above.at(-1) ?? Number.POSITIVE_INFINITY])
  const [counted] = betweenRow.array().parse(rows)
  return above.length * markEach + (counted?.between ?? 0) + 1
}

const readOwn = async (
  sql: Sql,
  playerId: string,
  { now, ...read }: Read & { now: number },
): Promise<Leaderboard['own']> => {
  const mine = ownRow.array().parse((await sql.query(own, [playerId])).rows)[0]
  if (!mine) return null
  return {
    id: mine.id,
    place: mine.settled && mine.matches >= least ? await placeOf(sql, mine, read) : null,
    rating: shownRating(mine),
    provisional: !mine.settled || isProvisional(mine, now),
    matches: mine.matches,
    hidden: mine.hidden,
  }
}

/** Reads the list, which is kept for a moment, with the caller's place. */
export type ReadLeaderboard = (playerId: string | null, now: number) => Promise<Leaderboard>

export const leaderboardOf = (sql: Sql): ReadLeaderboard => {
  const bestAt = keptFor(keptMs, (now) => readBest(sql, now))
  const marksAt = keptFor(marksKeptMs, () => readMarks(sql))
  return async (playerId, now) => {
    const kept = await bestAt(now)
    const items = await placeShown(sql, kept)
    const read = { items, isFull: kept.length === listed, marksOf: () => marksAt(now), now }
    return {
      least,
      items: items.map(({ mu, ...item }) => item),
      own: playerId === null ? null : await readOwn(sql, playerId, read),
    }
  }
}
