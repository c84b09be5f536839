import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** Runs a text of statements, or one with values; answers its rows. */
export type Run = (sql: string, values?: unknown[]) => Promise<unknown[]>

const migrations = fileURLToPath(new URL('../../platform/src/db/migrations', import.meta.url))
const fixture = fileURLToPath(new URL('../hostile/upgrade/schema-0022.json', import.meta.url))

/** The texts of migrations from one number to another, in their order. */
export const migrationTexts = async (from: number, to?: number): Promise<string[]> => {
  const files = (await readdir(migrations)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(files.slice(from - 1, to).map((file) => readFile(join(migrations, file), 'utf8')))
}

const day = 86_400_000

const databaseSchema = z.object({
  takenAt: z.number(),
  /** A player in the middle of a trial match. */
  guest: z.object({ deviceId: z.string(), matchId: z.string(), seat: z.int(), seq: z.int() }),
  /** A match for coins at a private table, of the first two people, in the middle. */
  private: z.object({ matchId: z.string() }),
  people: z.array(z.object({ id: z.string(), contact: z.string(), deviceId: z.string() })),
  passwords: z.object({ noor: z.string(), payment: z.string() }),
  staff: z.object({
    ...{ id: z.string(), email: z.string(), name: z.string(), role: z.literal('finance') },
    ...{ password: z.string(), secret: z.string() },
  }),
  /** The files of the program's keys: they seal what is in the database. */
  keys: z.record(z.string(), z.string()),
  tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
})
export type OldDatabase = z.infer<typeof databaseSchema>

/**
 * What a program of schema 0022 left when it was killed in the middle of two matches, moved by whole days to less than a day
 * before `now`, in milliseconds since 1970.
 */
export const readOldDatabase = async (now: number): Promise<OldDatabase> => {
  const text = await readFile(fixture, 'utf8')
  const { takenAt } = databaseSchema.parse(JSON.parse(text))
  const days = Math.floor((now - takenAt) / day)
  const moved = text
    .replace(/"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00"/g, (quoted) => {
      const at = new Date(Date.parse(quoted.slice(1, -1)) + days * day)
      return `"${at.toISOString().replace('Z', '+00:00')}"`
    })
    .replace(/"\d{4}-\d\d-\d\d"/g, (quoted) => {
      const at = new Date(Date.parse(quoted.slice(1, -1)) + days * day)
      return `"${at.toISOString().slice(0, 10)}"`
    })
    .replace(/([:,[]\s*)(1\d{12})(?=[,\]}])/g, (whole, before: string, number: string) =>
      Math.abs(Number(number) - takenAt) < 7 * day ? `${before}${Number(number) + days * day}` : whole,
    )
  return databaseSchema.parse(JSON.parse(moved))
}

const identitySchema = z.array(z.object({ table_name: z.string(), column_name: z.string() }))

/** Makes a database of schema 0022 out of an empty one and fills it. */
export const fillOldDatabase = async (run: Run, { tables }: OldDatabase): Promise<void> => {
  for (const text of await migrationTexts(1, 22)) await run(text)
  await run(
    `create table schema_version (
       version int primary key, name text not null, at timestamptz not null default now(), goes_on_from int)`,
  )
  // What keeps rows from being changed, and balances in step, has done its work when these were written.
  await run('set session_replication_role = replica')
  for (const name of Object.keys(tables)) await run(`delete from "${name}"`)
  for (const [name, rows] of Object.entries(tables))
    await run(
      `insert into "${name}" overriding system value
       select * from jsonb_populate_recordset(null::"${name}", $1::jsonb)`,
      [JSON.stringify(rows)],
    )
  await run('set session_replication_role = origin')
  const columns = await run(
    `select table_name, column_name from information_schema.columns
     where table_schema = 'public' and is_identity = 'YES'`,
  )
  for (const { table_name, column_name } of identitySchema.parse(columns))
    await run(
      `select setval(pg_get_serial_sequence('"${table_name}"', '${column_name}'),
         (select coalesce(max("${column_name}"), 0) + 1 from "${table_name}"), false)`,
    )
}

/** Lays the keys that belong to it into a data folder. */
export const layOldKeys = async (dataDir: string, { keys }: OldDatabase): Promise<void> => {
  await mkdir(join(dataDir, 'keys'), { recursive: true, mode: 0o700 })
  for (const [name, text] of Object.entries(keys))
    await writeFile(join(dataDir, 'keys', name), text, { mode: 0o600 })
}

/**
 * What its people own once it is of today's schema. The sandbox gave Mai 1,000 and Joel 500; Mai paid for 700 and asked
 * for 200 back; all got 1,000 as a welcome. Mai and Joel have staked 100 coins each.
 */
export const oldBalances = {
  sql: `select c.value as who, b.coin::text, b.promo::text, b.held_coin::text as held
    from player_balance b join contact c on c.player_id::text = b.player_id order by who`,
  rows: [
    { who: 'joel@home.example', coin: '0', promo: '1400', held: '0' },
    { who: 'mai@home.example', coin: '400', promo: '2000', held: '200' },
    { who: 'noor@home.example', coin: '0', promo: '1000', held: '0' },
  ],
}
