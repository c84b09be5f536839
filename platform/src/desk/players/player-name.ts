import { z } from 'zod'
import type { Sql } from '../../db/index.ts'

const rowSchema = z.object({ id: z.string(), nickname: z.string() })

/** A player by id with what they call themselves, an account as a guest; null for nobody. */
export const readPlayerName = async (
  sql: Sql,
  playerId: string,
): Promise<z.infer<typeof rowSchema> | null> => {
  const { rows } = await sql.query('select id, name as nickname from player where id = $1', [playerId])
  return rowSchema.optional().parse(rows[0]) ?? null
}
