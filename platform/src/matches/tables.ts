import type { Table } from '@minefall/shared/contracts'
import { assetSchema } from '@minefall/shared/game'
import { z } from 'zod'
import { type Sql, startupError } from '../db/index.ts'

const rowSchema = z.object({
  game_id: z.string(),
  name: z.string(),
  seats: z.int(),
  w: z.int(),
  h: z.int(),
  mines: z.int(),
  clues: z.boolean(),
  boards: z.int(),
  clock_ms: z.int(),
  stakes: z.array(z.bigint()),
  assets: z.array(assetSchema),
  guests: z.boolean(),
  practice: z.boolean(),
})

/** The catalogue in its order, with the rake of today; a match keeps the rules it opened with. */
export const readTables = async (sql: Sql, rakeBps: number): Promise<Table[]> => {
  const { rows } = await sql.query('select * from game_table order by position')
  return rows.map((row) => {
    const table = rowSchema.parse(row)
    const { boards, clues, h, mines, w } = table
    return {
      gameId: table.game_id,
      name: table.name,
      seats: table.seats,
      rules: { boards, clockMs: table.clock_ms, clues, h, mines, rakeBps, w },
      stakes: table.stakes.map(String),
      assets: table.assets,
      guests: table.guests,
      practice: table.practice,
    }
  })
}

/** Rejects with a start-up error when practice opponents would sit where real coins are. */
export const refusePracticeWithCoins = (tables: readonly Table[]): void => {
  const wrong = tables.find(({ practice, assets }) => practice && assets.some((asset) => asset !== 'trial'))
  if (wrong)
    throw startupError(
      `Table ${wrong.gameId} has practice opponents and real coins. Allow it trial coins alone, or take the practice opponents away.`,
    )
}
