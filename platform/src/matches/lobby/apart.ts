import { createHash } from 'node:crypto'
import type { BusRequest } from '@minefall/shared/contracts/bus'
import { type Asset, type MatchId, matchIdSchema } from '@minefall/shared/game'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { isSettled } from '../../rating/index.ts'
import type { AskedFrom } from '../journal/effects.ts'

/** The rating of those who show none, as that of a new account. */
export const usualRating = 1_500

/** Addresses of this machine, as BFFs tell them: all who play beside the program on it, or behind a proxy on it, have one. */
const ownAddresses: readonly string[] = ['127.0.0.1', '0:0:0:0::/64', '']

/** What a BFF said of where a seat is asked from, as it is counted and kept. */
export const askedFrom = ({ from }: Pick<BusRequest<'match.sit'>, 'from'>): AskedFrom => ({
  addressGroup: from && !ownAddresses.includes(from.addressGroup) ? from.addressGroup : null,
  deviceHash: from ? Uint8Array.from(createHash('sha256').update(from.deviceId).digest()) : null,
})

/** Anyone who looks for a seat, with the matches where they would sit beside those whom they are kept apart from. */
export type Seeker = Readonly<{
  playerId: string
  /** Null where it is not counted. */
  addressGroup: string | null
  /** Where an account sits that is tied to theirs. */
  tiedAt: ReadonlySet<MatchId>
  /** How many sit where from their address, of those who sit anywhere. */
  nearAt: ReadonlyMap<MatchId, number>
  /** Null where ratings count for nothing. */
  rating: number | null
}>

const besideSchema = z.object({ match_id: matchIdSchema, tied: z.boolean(), near: z.int() })

const besides = `
  select match_id, bool_or(tied) as tied, (count(*) filter (where not tied))::int as near from (
    select s.match_id, false as tied from seated s where s.address_group = $2 and s.player_id <> $1
    union all
    select s.match_id, true from tied_to($1) t join seated s on s.player_id = t.player_id
  ) as beside group by match_id`

const ratingRow = z.object({ mu: z.number() })

const readRating = async (sql: Sql, playerId: string): Promise<number> => {
  const { rows } = await sql.query(`select mu from rating r where player_id = $1 and ${isSettled}`, [
    playerId,
  ])
  return ratingRow.array().parse(rows)[0]?.mu ?? usualRating
}

/**
 * Reads whom someone is kept apart from, and where they sit. Trial coins are worth nothing to anyone: everyone sits
 * with everyone for them. What changes before the seat is taken is decided there, in its transaction.
 */
export const readSeeker = async (
  sql: Sql,
  {
    playerId,
    asset,
    addressGroup,
    rated,
  }: { playerId: string; asset: Asset; addressGroup: string | null; rated: boolean },
): Promise<Seeker> => {
  if (asset === 'trial')
    return { playerId, addressGroup: null, tiedAt: new Set(), nearAt: new Map(), rating: null }
  const { rows } = await sql.query(besides, [playerId, addressGroup])
  const beside = besideSchema.array().parse(rows)
  return {
    playerId,
    addressGroup,
    tiedAt: new Set(beside.filter(({ tied }) => tied).map(({ match_id }) => match_id)),
    nearAt: new Map(beside.map(({ match_id, near }) => [match_id, near])),
    rating: rated ? await readRating(sql, playerId) : null,
  }
}
