import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { startupError } from '@minefall/shared/node'
import { catalogueSql } from './catalogue.ts'
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

/** A text that is applied whenever it has changed: it makes a function of the database, or its catalogue of tables. */
export type SqlText = { name: string; sql: string; checksum: string }

/** A schema: numbered migrations, and functions and catalogue by content. */
export type SchemaTexts = { migrations: readonly Migration[]; functions: readonly SqlText[] }

/** The SQL files stand in the sources only; the built package reads them there too. */
const folderOf = (name: string) => new URL(`../../src/db/${name}/`, import.meta.url)

const readFiles = async (name: string): Promise<{ file: string; sql: string }[]> => {
  const folder = folderOf(name)
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file) => ({ file, sql: await readFile(new URL(file, folder), 'utf8') })),
  )
}

const nameOf = (file: string) => file.slice(0, -'.sql'.length)

const goesOnLine = /^-- Programs that know schema (\d{4}) go on\.\n/

/** The migrations of this program in their order, numbered from 1 without holes. */
export const readMigrations = async (): Promise<Migration[]> =>
  (await readFiles('migrations')).map(({ file, sql }, index) => {
    const version = Number(file.slice(0, 4))
    if (version !== index + 1) throw new Error(`Migration ${file} should have the number ${index + 1}.`)
    const [, from] = goesOnLine.exec(sql) ?? []
    return { version, name: nameOf(file), sql, goesOnFrom: Number(from ?? version) }
  })

export const sqlText = (name: string, sql: string): SqlText => ({
  name,
  sql,
  checksum: createHash('sha256').update(sql).digest('hex'),
})

/** Everything that this program's schema is made of. */
export const readSchemaTexts = async (): Promise<SchemaTexts> => ({
  migrations: await readMigrations(),
  functions: [
    ...(await readFiles('functions')).map(({ file, sql }) => sqlText(nameOf(file), sql)),
    sqlText('game_table', catalogueSql),
  ],
})

/** An arbitrary advisory lock key: 'mine' in ASCII. */
const lockNumber = 0x6d696e65

const madeByNewer = (current: number, newest: number): Error =>
  startupError(
    `The database was made by a newer version of Minefall (schema ${current}, this one knows ${newest}); ` +
      'start that version, or restore the backup from before the update.',
  )

/** The database's schema version, and the oldest version whose programs may run on it. */
type Schema = { current: number; goesOnFrom: number }

const readSchema = async (sql: Sql): Promise<Schema> => {
  // Via JSON, since an older database lacks the column.
  const { rows } = await sql.query<{ current: number; from: number }>(
    `select coalesce(max(version), 0) as current,
       coalesce(max(coalesce((to_jsonb(s) ->> 'goes_on_from')::int, version)), 0) as from
     from schema_version s`,
  )
  return { current: rows[0]?.current ?? 0, goesOnFrom: rows[0]?.from ?? 0 }
}

/** Refuses a database from a newer program whose changes this one does not go on with. */
const refuseNewer = ({ current, goesOnFrom }: Schema, newest: number): void => {
  // A program trusts its own migrations over what the database says about them.
  if (current > newest && goesOnFrom > newest) throw madeByNewer(current, newest)
}

/** Functions whose text differs from the one applied last. */
const changedOf = async (sql: Sql, functions: readonly SqlText[]): Promise<readonly SqlText[]> => {
  if (functions.length === 0) return []
  const { rows } = await sql.query('select name, checksum from sql_function')
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  return functions.filter(({ name, checksum }) => applied.get(name) !== checksum)
}

/**
 * A start-up error if this program can't work with the database as it is; nothing is changed. Answers false: it is
 * not empty.
 */
export const requireSchema = async (lane: Lane, { migrations, functions }: SchemaTexts): Promise<false> => {
  const newest = migrations.at(-1)?.version ?? 0
  const made = await lane.query(`select to_regclass('schema_version') is not null as made`)
  if (made.rows[0]?.made !== true) {
    throw startupError('This database has nothing of Minefall in it; name the one that Minefall made.')
  }
  const schema = await readSchema(lane)
  refuseNewer(schema, newest)
  if (schema.current > newest) return false
  if (schema.current < newest || (await changedOf(lane, functions)).length > 0) {
    throw startupError(
      `The database was made by an older version of Minefall (schema ${schema.current}, this one needs ${newest} ` +
        'and its own functions); start this version once, which brings it up to date.',
    )
  }
  return false
}

/** How long a table change waits for a lock: others wait behind it, and a move may take 300 ms. */
const lockMs = 150
/** The pause between attempts, in milliseconds, and their number: about a minute in all. */
const pauseMs = 100
const lockTries = 240

const lockNotAvailable = '55P03'

/** Runs a migration or function; a start-up error names it if its text is refused. */
const runText = async (tx: Sql, name: string, sql: string): Promise<void> => {
  try {
    await tx.query(sql)
  } catch (error) {
    // These concern the server or the moment, not the text.
    if (!isRefusal(error) || /^(40|53|55|57)/.test(sqlState(error) ?? '')) throw error
    const cause = error instanceof Error ? error.message : String(error)
    throw startupError(
      `The database could not be brought up to date (${name}: ${cause}); nothing was changed in it, ` +
        'use an empty database or one that Minefall made.',
      error,
    )
  }
}

/** Applies the texts that have changed. */
const applyFunctions = async (tx: Sql, functions: readonly SqlText[]): Promise<void> => {
  const changed = await changedOf(tx, functions)
  if (changed.length === 0) return
  await tx.query(`set local lock_timeout = ${lockMs}`)
  // They may call each other, so bodies are checked when all are there.
  for (const check of ['off', 'on']) {
    await tx.query(`set local check_function_bodies = ${check}`)
    for (const { name, sql } of changed) await runText(tx, `function ${name}`, sql)
  }
  for (const { name, checksum } of changed)
    await tx.query(
      `insert into sql_function (name, checksum) values ($1, $2)
       on conflict (name) do update set checksum = excluded.checksum, at = now()`,
      [name, checksum],
    )
}

const migrateOnce = (lane: Lane, { migrations, functions }: SchemaTexts): Promise<boolean> =>
  lane.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(${lockNumber})`)
    await tx.query(
      `create table if not exists schema_version (
         version int primary key, name text not null, at timestamptz not null default now())`,
    )
    const schema = await readSchema(tx)
    const newest = migrations.at(-1)?.version ?? 0
    refuseNewer(schema, newest)
    const missing = migrations.slice(schema.current)
    if (missing.length > 0) {
      // From here on running nodes may hold locks on the tables.
      await tx.query(`set local lock_timeout = ${lockMs}`)
      await tx.query('alter table schema_version add column if not exists goes_on_from int')
    }
    for (const { version, name, sql, goesOnFrom } of missing) {
      await runText(tx, name, sql)
      await tx.query('insert into schema_version (version, name, goes_on_from) values ($1, $2, $3)', [
        version,
        name,
        goesOnFrom,
      ])
    }
    // A newer program's functions stay: a change of a function takes a number.
    if (schema.current <= newest) await applyFunctions(tx, functions)
    return schema.current === 0
  })

/**
 * Brings the database to the newest of the migrations and to the functions as they are, all in one transaction, so that
 * a failure leaves it as it was. Nodes that start together wait for each other; those that play wait for a fraction of a
 * second at most, as a table that is in use is left to them and tried again. A database from a newer program is left as it is, or
 * refused where this one can't go on with it. Answers whether there was nothing in it.
 */
export const migrate = async (lane: Lane, texts: SchemaTexts): Promise<boolean> => {
  for (let tries = 1; ; tries++) {
    try {
      return await migrateOnce(lane, texts)
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
