import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { startupError } from '@minefall/shared/node'
import type { Lane, Sql } from './database.ts'
import { isRefusal, sqlState } from './in-doubt.ts'

export type Migration = {
  version: number
  name: string
  sql: string
  /**
   * The oldest schema whose programs go on working once this has run, where the file's first line says so:
   * `-- Programs that know schema 0019 go on.` Without that line they must not be started again.
   */
  goesOnFrom: number
}

/** The SQL files stand in the sources only; the built package reads them there too. */
const folder = new URL('../../src/db/migrations/', import.meta.url)

const goesOnLine = /^-- Programs that know schema (\d{4}) go on\.\n/

/** The migrations of this program in their order, numbered from 1 without holes. */
export const readMigrations = async (): Promise<Migration[]> => {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file, index) => {
      const version = Number(file.slice(0, 4))
      if (version !== index + 1) throw new Error(`Migration ${file} should have the number ${index + 1}.`)
      const sql = await readFile(new URL(file, folder), 'utf8')
      const [, from] = goesOnLine.exec(sql) ?? []
      return { version, name: file.slice(0, -'.sql'.length), sql, goesOnFrom: Number(from ?? version) }
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

/** What the database is at, and the oldest schema whose programs may run on it. */
type Schema = { current: number; goesOnFrom: number }

const readSchema = async (sql: Sql): Promise<Schema> => {
  // By way of JSON, as a database of an older program has no such column.
  const { rows } = await sql.query<{ current: number; from: number }>(
    `select coalesce(max(version), 0) as current,
       coalesce(max(coalesce((to_jsonb(s) ->> 'goes_on_from')::int, version)), 0) as from
     from schema_version s`,
  )
  return { current: rows[0]?.current ?? 0, goesOnFrom: rows[0]?.from ?? 0 }
}

/** Refuses a database from a newer program whose changes this one does not go on with. */
const refuseNewer = ({ current, goesOnFrom }: Schema, newest: number): void => {
  // What this program knows itself binds it to nothing newer than itself.
  if (current > newest && goesOnFrom > newest) throw madeByNewer(current, newest)
}

/**
 * A start-up error where this program can't work with the database as it is; nothing is changed. Answers false: there
 * is something in it.
 */
export const requireSchema = async (lane: Lane, migrations: readonly Migration[]): Promise<false> => {
  const newest = migrations.at(-1)?.version ?? 0
  const made = await lane.query(`select to_regclass('schema_version') is not null as made`)
  if (made.rows[0]?.made !== true) {
    throw startupError('This database has nothing of Minefall in it; name the one that Minefall made.')
  }
  const schema = await readSchema(lane)
  refuseNewer(schema, newest)
  if (schema.current < newest) {
    throw startupError(
      `The database was made by an older version of Minefall (schema ${schema.current}, this one needs ${newest}); ` +
        'start this version once, which brings it up to date.',
    )
  }
  return false
}

/** How long a change of a table waits for those who use it: they wait behind it, and a move may take 300 ms. */
const lockMs = 150
/** Waits for its turn again, in milliseconds, and how often: about a minute in all. */
const pauseMs = 100
const lockTries = 240

const lockNotAvailable = '55P03'

const runOne = async (tx: Sql, { version, name, sql, goesOnFrom }: Migration): Promise<void> => {
  try {
    await tx.query(sql)
  } catch (error) {
    // Those tell of the server or the moment, not of the migration.
    if (!isRefusal(error) || /^(40|53|55|57)/.test(sqlState(error) ?? '')) throw error
    const cause = error instanceof Error ? error.message : String(error)
    throw startupError(
      `The database could not be brought up to date (${name}: ${cause}); nothing was changed in it, ` +
        'use an empty database or one that Minefall made.',
      error,
    )
  }
  await tx.query('insert into schema_version (version, name, goes_on_from) values ($1, $2, $3)', [
    version,
    name,
    goesOnFrom,
  ])
}

const migrateOnce = (lane: Lane, migrations: readonly Migration[]): Promise<boolean> =>
  lane.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(${lockNumber})`)
    await tx.query(
      `create table if not exists schema_version (
         version int primary key, name text not null, at timestamptz not null default now())`,
    )
    const schema = await readSchema(tx)
    refuseNewer(schema, migrations.at(-1)?.version ?? 0)
    const missing = migrations.slice(schema.current)
    if (missing.length > 0) {
      // From here on others may be in the way: the nodes that play on with the schema as it is.
      await tx.query(`set local lock_timeout = ${lockMs}`)
      await tx.query('alter table schema_version add column if not exists goes_on_from int')
    }
    for (const migration of missing) await runOne(tx, migration)
    return schema.current === 0
  })

/**
 * Brings the database to the newest of `migrations`, all of them in one transaction, so that a failure leaves
 * it as it was. Nodes that start together wait for each other; those that play wait for a fraction of a second at most,
 * as a table that is in use is left to them and tried again. A database from a newer program is left as it is, or
 * refused where this one can't go on with it. Answers whether there was nothing in it.
 */
export const migrate = async (lane: Lane, migrations: readonly Migration[]): Promise<boolean> => {
  for (let tries = 1; ; tries++) {
    try {
      return await migrateOnce(lane, migrations)
    } catch (error) {
      if (sqlState(error) !== lockNotAvailable) throw error
      if (tries === lockTries) {
        throw startupError(
          'The database could not be brought up to date: its tables are in use all the time; nothing was changed, try again at a quieter moment.',
          error,
        )
      }
      await delay(pauseMs * (0.5 + Math.random()))
    }
  }
}
