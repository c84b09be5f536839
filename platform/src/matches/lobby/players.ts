import type { Answer } from '@minefall/shared/contracts/live'
import {
  assetSchema,
  type MatchId,
  matchIdSchema,
  type PlayerView,
  playerViewSchema,
} from '@minefall/shared/game'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { isSettled } from '../../rating/index.ts'
import type { QueueName } from './gathering.ts'

export type Seated = { matchId: MatchId; gameId: string }

/** Where someone sits, as the database has it: the match may be any node's. */
export type SeatedAt = {
  seated: Seated
  queue: QueueName
  isGathering: boolean
  /** Whose private table it is; null where it is none. */
  host: string | null
  found: Answer<'lobby.find'>
}

const seatedRow = z.object({ match_id: matchIdSchema, game_id: z.string() })

const seatedIn = (row: unknown): Seated | null => {
  const found = seatedRow.safeParse(row)
  return found.success ? { matchId: found.data.match_id, gameId: found.data.game_id } : null
}

const matchRow = z
  .object({
    match_id: matchIdSchema,
    game_id: z.string(),
    stake: z.bigint().transform(String),
    asset: assetSchema,
    phase: z.string(),
    host: z.string().nullable(),
    server_commit: z.string(),
    server_chain: z.string().nullable(),
    seats: z.int(),
    taken: z.int(),
  })
  .transform(
    ({
      match_id: matchId,
      game_id: gameId,
      stake,
      asset,
      phase,
      host,
      server_commit,
      server_chain,
      seats,
      taken,
    }): SeatedAt => ({
      seated: { matchId, gameId },
      queue: { gameId, stake, asset },
      isGathering: phase === 'gathering',
      host,
      found: {
        matchId,
        serverCommit: server_commit,
        ...(server_chain !== null && { serverChain: server_chain }),
        seats,
        taken,
      },
    }),
  )

/**
 * The rating as people see it, null until it is settled, and where the player's page is: both are null for guests and for
 * those who are hidden.
 */
const playerRow = z.object({
  ...playerViewSchema.shape,
  rating: z.nullable(z.int()),
  profile: z.nullable(z.uuid()),
  match_id: z.string().nullable(),
  paused_until: z.date().nullable(),
})

/** Someone who asks for a seat. */
export type SeatSeeker = {
  /** How they are shown at a table. */
  player: PlayerView
  /** The live match they sit in. */
  seatedAt: SeatedAt | null
  /** Until when they may not sit down, as they missed too many reveals, if that is to come. */
  pausedUntil: number | null
}

/**
 * Who asks for a seat on which device, where that is known; null for an account that does not exist. A pause holds for
 * the player, and for anyone who plays on the device on which it was earned.
 */
export const playerOf = async (
  sql: Sql,
  { playerId, deviceHash, now }: { playerId: string; deviceHash: Uint8Array | null; now: number },
): Promise<SeatSeeker | null> => {
  if (!z.uuid().safeParse(playerId).success) return null
  const { rows } = await sql.query(
    `select p.name, p.avatar, p.kind, v.id as profile, case when v.id is not null then (
       select least(greatest(round(r.mu), 0), 9999)::int from rating r where r.player_id = p.id and ${isSettled}) end as rating, s.match_id, m.game_id, m.stake, m.asset, m.phase, m.host, m.server_commit, m.server_chain, m.seats,
       (select count(*)::int from seated o where o.match_id = s.match_id) as taken, r.paused_until
     from player p left join seated s on s.player_id = p.id left join match m on m.id = s.match_id
     left join public_profile v on v.player_id = p.id and not v.hidden
     left join lateral (
       select max(m.paused_until) as paused_until from missed_reveal m
       where m.player_id = p.id or m.device_hash = $2
     ) r on true
     where p.id = $1`,
    [playerId, deviceHash],
  )
  const found = playerRow.safeParse(rows[0])
  if (!found.success) return null
  const { name, avatar, kind, rating, profile, match_id, paused_until } = found.data
  return {
    player: {
      ...{ name, avatar, kind },
      ...(rating !== null && { rating }),
      ...(profile !== null && { profile }),
    },
    seatedAt: match_id === null ? null : matchRow.parse(rows[0]),
    pausedUntil: paused_until && paused_until.getTime() > now ? paused_until.getTime() : null,
  }
}

/** The live match this player has a seat in, if any. */
export const seatedOf = async (sql: Sql, playerId: string): Promise<Seated | null> => {
  const { rows } = await sql.query(
    'select s.match_id, m.game_id from seated s join match m on m.id = s.match_id where s.player_id = $1',
    [playerId],
  )
  return seatedIn(rows[0])
}
