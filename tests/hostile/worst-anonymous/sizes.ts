import { openDatabase } from '@minefall/platform'
import { silentLogger } from '@minefall/shared/node'
import { z } from 'zod'
import { addLoadTable } from '../../load/server.ts'

const sizeRow = z.object({ name: z.string(), bytes: z.number(), rows: z.number() })
type Size = z.infer<typeof sizeRow>

const megabyte = 1024 * 1024
const shown = 15

/** What each table of an embedded database takes with its indexes, vacuumed, in bytes; `prepare` adds the load's table. */
export const sizesOf = async (folder: string, { prepare = false } = {}): Promise<Map<string, Size>> => {
  const db = await openDatabase({ folder, log: silentLogger() })
  if (prepare) await addLoadTable(db)
  await db.query('vacuum analyze')
  const { rows } = await db.query(
    `select relname as name, pg_total_relation_size(oid)::float8 as bytes, greatest(reltuples, 0)::float8 as rows
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  await db.close()
  return new Map(
    z
      .array(sizeRow)
      .parse(rows)
      .map((row) => [row.name, row]),
  )
}

/** What grew most, and all together. */
export const growthOf = (before: Map<string, Size>, after: Map<string, Size>): string => {
  const grew = [...after.values()]
    .map((table) => ({ ...table, grown: table.bytes - (before.get(table.name)?.bytes ?? 0) }))
    .sort((a, b) => b.grown - a.grown)
  const all = grew.reduce((sum, { grown }) => sum + grown, 0)
  const inMegabytes = (bytes: number) => `${(bytes / megabyte).toFixed(1)} MB`
  return [
    '| Table | rows | grew by |',
    '|---|---|---|',
    ...grew
      .slice(0, shown)
      .map(({ name, rows, grown }) => `| \`${name}\` | ${rows} | ${inMegabytes(grown)} |`),
    `| all | | ${inMegabytes(all)} |`,
  ].join('\n')
}
