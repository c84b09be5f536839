import type { Table } from '@minefall/shared/contracts/rest'
import { type Asset, assetSchema, type Coins } from '@minefall/shared/game'
import { startupError } from '@minefall/shared/node'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'

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
  openers: z.int(),
  fade: z.int(),
  rise: z.int(),
  sealed: z.boolean(),
  stakes: z.array(z.bigint()),
  assets: z.array(assetSchema),
  guests: z.boolean(),
  practice: z.boolean(),
  is_open: z.boolean(),
  rake_bps: z.int().nullable(),
  version: z.int(),
})

/** A table with what only staff know of it. `ownRakeBps` is null where the operator's setting holds. */
export type CatalogueTable = Table & { isOpen: boolean; ownRakeBps: number | null; version: number }

/** The catalogue in its order, closed tables too, with the rake of today; a match keeps the rules it opened with. */
export const readTables = async (sql: Sql, rakeBps: number): Promise<CatalogueTable[]> => {
  const { rows } = await sql.query('select * from game_table order by position')
  return rows.map((row) => {
    const table = rowSchema.parse(row)
    const { boards, clues, fade, h, mines, openers, rise, w, rake_bps: ownRakeBps } = table
    const own = { boards, clockMs: table.clock_ms, clues, fade, h, mines, openers, rise, w }
    return {
      gameId: table.game_id,
      name: table.name,
      seats: table.seats,
      rules: { ...own, rakeBps: ownRakeBps ?? rakeBps, ...(table.sealed && { sealed: true }) },
      stakes: table.stakes.map(String),
      assets: table.assets,
      guests: table.guests,
      practice: table.practice,
      isOpen: table.is_open,
      ownRakeBps,
      version: table.version,
    }
  })
}

/** What the host needs to know of a table. */
export type OfferedTable = Table & Pick<CatalogueTable, 'isOpen' | 'version'>

/** Whether a table may be sat at with these coins today. */
export const offers = (
  { isOpen, stakes, assets }: OfferedTable,
  { stake, asset }: { stake: Coins; asset: Asset },
): boolean => isOpen && stakes.includes(stake) && assets.includes(asset)

/** Rejects with a start-up error when practice opponents would sit where real coins are, or where each seat needs a chain. */
export const refusePracticeWithCoins = (tables: readonly Table[]): void => {
  const wrong = tables.find(({ practice, assets }) => practice && assets.some((asset) => asset !== 'trial'))
  if (wrong)
    throw startupError(
      `Table ${wrong.gameId} has practice opponents and real coins. Allow it trial coins alone, or take the practice opponents away.`,
    )
  const sealed = tables.find(({ practice, rules }) => practice && rules.sealed)
  if (sealed) throw startupError(`Sealed table ${sealed.gameId} has practice opponents. Take them away.`)
}
