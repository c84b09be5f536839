import { type MatchId, matchIdSchema, type PlayerView, playerViewSchema } from '@minefall/shared/game'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'

/** How a player is shown at a table; null for an account that does not exist. */
export const playerView = async (sql: Sql, playerId: string): Promise<PlayerView | null> => {
  if (!z.uuid().safeParse(playerId).success) return null
  const { rows } = await sql.query('select name, avatar, kind from player where id = $1', [playerId])
  const found = playerViewSchema.safeParse(rows[0])
  return found.success ? found.data : null
}

const seatedRow = z.object({ match_id: matchIdSchema, game_id: z.string() })

/** The live match this player has a seat in, if any. */
export const seatedOf = async (
  sql: Sql,
  playerId: string,
): Promise<{ matchId: MatchId; gameId: string } | null> => {
  const { rows } = await sql.query(
    'select s.match_id, m.game_id from seated s join match m on m.id = s.match_id where s.player_id = $1',
    [playerId],
  )
  const found = seatedRow.safeParse(rows[0])
  return found.success ? { matchId: found.data.match_id, gameId: found.data.game_id } : null
}
