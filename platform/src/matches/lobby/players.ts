import { type MatchId, matchIdSchema, type PlayerView, playerViewSchema } from '@minefall/shared/game'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'

export type Seated = { matchId: MatchId; gameId: string }

const seatedRow = z.object({ match_id: matchIdSchema, game_id: z.string() })

const seatedIn = (row: unknown): Seated | null => {
  const found = seatedRow.safeParse(row)
  return found.success ? { matchId: found.data.match_id, gameId: found.data.game_id } : null
}

const playerRow = z.strictObject({
  ...playerViewSchema.shape,
  match_id: z.string().nullable(),
  game_id: z.string().nullable(),
})

/** How a player is shown at a table, and the live match they sit in; null for an account that does not exist. */
export const playerOf = async (
  sql: Sql,
  playerId: string,
): Promise<{ player: PlayerView; seated: Seated | null } | null> => {
  if (!z.uuid().safeParse(playerId).success) return null
  const { rows } = await sql.query(
    `select p.name, p.avatar, p.kind, s.match_id, m.game_id
     from player p left join seated s on s.player_id = p.id left join match m on m.id = s.match_id
     where p.id = $1`,
    [playerId],
  )
  const found = playerRow.safeParse(rows[0])
  if (!found.success) return null
  const { name, avatar, kind } = found.data
  return { player: { name, avatar, kind }, seated: seatedIn(found.data) }
}

/** The live match this player has a seat in, if any. */
export const seatedOf = async (sql: Sql, playerId: string): Promise<Seated | null> => {
  const { rows } = await sql.query(
    'select s.match_id, m.game_id from seated s join match m on m.id = s.match_id where s.player_id = $1',
    [playerId],
  )
  return seatedIn(rows[0])
}
