import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'

export const playerSchema = z.object({
  id: z.string(),
  kind: z.enum(['guest', 'player']),
  name: z.string(),
  avatar: z.string(),
})
export type Player = z.infer<typeof playerSchema>

/** The player with this id. Throws where there is none. */
export const readPlayer = async (sql: Sql, id: string): Promise<Player> => {
  const { rows } = await sql.query('select id, kind, name, avatar from player where id = $1', [id])
  return playerSchema.parse(rows[0])
}

/** How a device id is kept. */
export const hashOf = (deviceId: string) => Uint8Array.from(createHash('sha256').update(deviceId).digest())
