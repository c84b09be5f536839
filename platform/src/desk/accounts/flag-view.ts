import type { DeskFlag } from '@minefall/shared/contracts/desk'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { readTies } from '../../rewards/index.ts'
import { readPlayers } from './players.ts'

/** A flag with who reviewed it and all that the two accounts were in together on its day. */
export const flagColumns = `f.id, f.kind, f.at, f.player_ids, f.detail, f.reviewed_at, f.reviewed_by, s.name,
  d.matches, d.moved`
export const flagTables = `abuse_flag f
  left join staff s on s.id = f.reviewed_by
  left join pair_day d on d.low = f.player_ids[1] and d.high = f.player_ids[2] and d.day = (f.detail->>'day')::date`

const rowSchema = z.object({
  id: z.bigint(),
  kind: z.enum(['pair']),
  at: z.date(),
  player_ids: z.tuple([z.string(), z.string()]),
  detail: z.object({ day: z.string(), matches: z.int(), moved: z.string() }),
  reviewed_at: z.date().nullable(),
  reviewed_by: z.string().nullable(),
  name: z.string().nullable(),
  matches: z.int(),
  moved: z.bigint(),
})

const reviewOf = ({ reviewed_at, reviewed_by, name }: z.infer<typeof rowSchema>): DeskFlag['reviewed'] =>
  reviewed_at && reviewed_by !== null
    ? { at: reviewed_at.getTime(), staffId: reviewed_by, name: name ?? '' }
    : null

/** Flags as staff read them, from rows of {@link flagColumns}. */
export const viewFlags = async (sql: Sql, rows: readonly unknown[]): Promise<DeskFlag[]> => {
  const flags = rowSchema.array().parse(rows)
  const ids = [...new Set(flags.flatMap(({ player_ids }) => player_ids))]
  const playerOf = await readPlayers(sql, ids)
  const shared = await readTies(sql, ids)
  return flags.map((row) => {
    const { id, kind, at, player_ids, detail, matches, moved } = row
    const { day, ...flagged } = detail
    return {
      id: id.toString(),
      kind,
      at: at.getTime(),
      players: player_ids.map(playerOf),
      day,
      flagged,
      total: { matches, moved: moved.toString() },
      shared: shared(...player_ids),
      reviewed: reviewOf(row),
    }
  })
}
