import { readdir, readFile } from 'node:fs/promises'
import type { Lane } from './database.ts'
import { isRefusal, sqlState } from './in-doubt.ts'
import { startupError } from './startup-error.ts'

export type Migration = { version: number; name: string; sql: string }

/** The SQL files stand in the sources only; the built package reads them there too. */
const folder = new URL('../../src/db/migrations/', import.meta.url)

/** The migrations of this program in their order, numbered from 1 without holes. */
export const readMigrations = async (): Promise<Migration[]> => {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file, index) => {
      const version = Number(file.slice(0, 4))
      if (version !== index + 1) throw new Error(`Migration ${file} should have the number ${index + 1}.`)
      return {
        version,
        name: file.slice(0, -'.sql'.length),
        sql: await readFile(new URL(file, folder), 'utf8'),
      }
    }),
  )
}

/** Any number nobody else takes an advisory lock with: 'mine' in ASCII. */
const lockNumber = 0x6d696e65

const madeByNewer = (current: number, newest: number): Error =>
  startupError(
    `The database was made by a newer version of Minefall (schema ${current}, this one knows ${newest}); ` +
      'start that version, or restore the backup from before the update.',
  )

/**
 * A start-up error where the database has another schema than the newest of `migrations`, or none; nothing is changed.
 * Answers false: there is something in it.
 */
export const requireSchema = async (lane: Lane, migrations: readonly Migration[]): Promise<false> => {
  const newest = migrations.at(-1)?.version ?? 0
  const made = await lane.query(`select to_regclass('schema_version') is not null as made`)
  if (made.rows[0]?.made !== true) {
    throw startupError('This database has nothing of Minefall in it; name the one that Minefall made.')
  }
  const { rows } = await lane.query<{ version: number }>(
    'select coalesce(max(version), 0) as version from schema_version',
  )
  const current = rows[0]?.version ?? 0
  if (current > newest) throw madeByNewer(current, newest)
  if (current < newest) {
    throw startupError(
      `The database was made by an older version of Minefall (schema ${current}, this one needs ${newest}); ` +
        'start this version once, which brings it up to date.',
    )
  }
  return false
}

/**
 * Brings the database to the newest of `migrations`, all of them in one transaction, so that a failure leaves
 * it as it was. Nodes that start together wait for each other. A database from a newer program is refused.
 * Answers whether there was nothing in it.
 */
export const migrate = async (lane: Lane, migrations: readonly Migration[]): Promise<boolean> => {
  const newest = migrations.at(-1)?.version ?? 0
  return lane.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(${lockNumber})`)
    await tx.query(
      `create table if not exists schema_version (
         version int primary key, name text not null, at timestamptz not null default now())`,
    )
    const { rows } = await tx.query<{ version: number }>(
      'select coalesce(max(version), 0) as version from schema_version',
    )
    const current = rows[0]?.version ?? 0
    if (current > newest) throw madeByNewer(current, newest)
    for (const { version, name, sql } of migrations.slice(current)) {
      try {
        await tx.query(sql)
      } catch (error) {
        // Those tell of the server or the moment, not of the migration.
        if (!isRefusal(error) || /^(40|53|57)/.test(sqlState(error) ?? '')) throw error
        const cause = error instanceof Error ? error.message : String(error)
        throw startupError(
          `The database could not be brought up to date (${name}: ${cause}); nothing was changed in it, ` +
            'use an empty database or one that Minefall made.',
          error,
        )
      }
      await tx.query('insert into schema_version (version, name) values ($1, $2)', [version, name])
    }
    return current === 0
  })
}
