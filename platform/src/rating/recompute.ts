import { z } from 'zod'
import type { Sql } from '../db/index.ts'
import { type Rating, rateMatch } from './rate.ts'
import { ratingRow } from './rate-match.ts'

const seatRow = z.object({
  nth: z.bigint(),
  match_id: z.string(),
  ended_at: z.date(),
  player_id: z.string(),
  place: z.int().nullable(),
  mu: z.number(),
  sigma: z.number(),
})
type Seat = z.output<typeof seatRow>

/** So many matches are read at once. */
const pageMatches = 500

/** What was rated, in its order, with the places that the history of matches has. */
const page = `
  select r.nth, r.match_id, r.ended_at, r.player_id, s.place, r.mu, r.sigma
  from (select distinct nth from rated_seat where nth > $1 order by nth limit $2) as n
  join rated_seat r using (nth)
  join match m on m.id = r.match_id
  left join match_seat s
    on s.player_id = r.player_id and s.asset = m.asset and s.ended_at = r.ended_at and s.match_id = r.match_id
  order by r.nth, r.player_id`

const readPage = async (sql: Sql, after: bigint): Promise<Map<bigint, Seat[]>> => {
  const { rows } = await sql.query(page, [after, pageMatches])
  const matches = new Map<bigint, Seat[]>()
  for (const seat of seatRow.array().parse(rows))
    matches.set(seat.nth, [...(matches.get(seat.nth) ?? []), seat])
  return matches
}

const differs = (one: Rating, other: Rating | undefined): boolean =>
  one.mu !== other?.mu ||
  one.sigma !== other.sigma ||
  one.matches !== other.matches ||
  one.best !== other.best ||
  one.ratedAt !== other.ratedAt

/**
 * Computes all ratings again from the first rated match on, and compares each seat and each account's rating with what
 * is kept, to the last digit. Answers a sentence for each difference, and how many matches there were. On a database
 * that counts at the same time, run it in one transaction that sees one state.
 */
export const recomputeRatings = async (sql: Sql): Promise<{ matches: number; findings: string[] }> => {
  const ratings = new Map<string, Rating>()
  const findings: string[] = []
  let matches = 0
  let after = 0n
  for (;;) {
    const read = await readPage(sql, after)
    if (read.size === 0) break
    for (const [nth, seats] of read) {
      after = nth
      matches += 1
      const [first] = seats
      if (!first || seats.some(({ place }) => place === null)) {
        findings.push(`Match ${first?.match_id} is rated, and the history has no place for one of its seats.`)
        continue
      }
      const changes = rateMatch(
        seats.map(({ player_id, place }) => ({ before: ratings.get(player_id) ?? null, place: place ?? 0 })),
        first.ended_at.getTime(),
      )
      for (const [seat, { player_id, match_id, mu, sigma }] of seats.entries()) {
        const computed = changes[seat]?.after
        if (!computed) continue
        ratings.set(player_id, computed)
        if (computed.mu !== mu || computed.sigma !== sigma)
          findings.push(
            `Match ${match_id}, player ${player_id}: kept ${mu} ± ${sigma}, computed ${computed.mu} ± ${computed.sigma}.`,
          )
      }
    }
  }
  const { rows } = await sql.query('select player_id, mu, sigma, matches, best, rated_at from rating')
  const kept = new Map(ratingRow.array().parse(rows))
  for (const playerId of new Set([...kept.keys(), ...ratings.keys()])) {
    const computed = ratings.get(playerId)
    if (!computed || differs(computed, kept.get(playerId)))
      findings.push(
        `Player ${playerId}: kept ${JSON.stringify(kept.get(playerId))}, computed ${JSON.stringify(computed)}.`,
      )
  }
  return { matches, findings }
}
