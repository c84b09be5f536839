import { z } from 'zod'
import { countedTables, type Manifest } from './manifest.ts'

/** Counts the rows of what must not get lost. */
export const countRows = async (
  query: (text: string) => Promise<{ rows: readonly unknown[] }>,
): Promise<Manifest['rows']> => {
  // A journal may have more rows than an int of the database can count.
  const counts = countedTables.map((table) => `(select count(*)::float8 from ${table}) as "${table}"`)
  const { rows } = await query(`select ${counts.join()}`)
  return z.record(z.enum(countedTables), z.int()).parse(rows[0])
}
