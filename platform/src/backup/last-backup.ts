import pg from 'pg'
import { Gauge, type Registry } from 'prom-client'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'

/** Records in the database at `url` that a good backup has it as it was at `at`. `deploy/backup.sh` does the same by SQL. */
export const recordBackup = async (url: string, at: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url, application_name: 'minefall backup' })
  await client.connect()
  await client.query('update last_backup set at = $1', [at]).finally(() => client.end())
}

const rowSchema = z.object({ at: z.date().nullable(), since: z.date() })

/**
 * Shows in `metrics` when the last good backup was taken, whichever node tells; read at each scrape, and kept while the
 * database is away. Where there is none yet, production alone waits for one.
 */
export const showLastBackup = (
  metrics: Registry,
  { db, production }: { db: Sql; production: boolean },
): void => {
  new Gauge({
    name: 'minefall_backup_seconds',
    help: 'When the last good backup was taken, in seconds since 1970; before the first 0, or in production since when it is waited for.',
    registers: [metrics],
    async collect() {
      const { rows } = await db.query('select at, since from last_backup').catch(() => ({ rows: [] }))
      const row = rowSchema.optional().parse(rows[0])
      const at = row?.at ?? (production ? row?.since : undefined)
      if (at) this.set(at.getTime() / 1_000)
    },
  })
}
