import { chmod, copyFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { silentLogger, startupError } from '@minefall/shared/node'
import pg from 'pg'
import { openDatabase } from '../db/index.ts'
import { checkLedger } from '../ledger/index.ts'
import { countedTables, dumpName, keysName, type Manifest, readBackup } from './manifest.ts'
import { countRows, runProgram } from './programs.ts'
import type { BackupPlace } from './take-backup.ts'

const requireEmptyDatabase = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query(
      `select from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_toast%' limit 1`,
    )
    if (rowCount)
      throw startupError(
        'There is something in the database already; a backup is restored into an empty one.',
      )
  } finally {
    await client.end()
  }
}

/** The key files that are to be written. One that is there must be the same: another one is never overwritten. */
const missingKeys = async ({ folder, dataDir }: BackupPlace, { files }: Manifest): Promise<string[]> => {
  const missing: string[] = []
  for (const { path } of files.filter(({ path }) => path !== dumpName)) {
    const there = await readFile(join(dataDir, path)).catch(() => null)
    if (there === null) missing.push(path)
    else if (!there.equals(await readFile(join(folder, path))))
      throw startupError(
        `${join(dataDir, path)} is another key than the backup's; name an empty folder in DATA_DIR.`,
      )
  }
  return missing
}

const putKeys = async ({ folder, dataDir }: BackupPlace, paths: readonly string[]): Promise<void> => {
  await mkdir(join(dataDir, keysName), { recursive: true, mode: 0o700 })
  for (const path of paths) {
    await copyFile(join(folder, path), join(dataDir, path))
    await chmod(join(dataDir, path), 0o600)
  }
}

/**
 * Restores a backup into an empty database and an empty folder of keys, brings it to this program's schema, and
 * reconciles the ledger. Everything is checked before anything is written. Answers what is wrong; nothing, as a rule.
 */
export const restoreBackup = async (
  place: BackupPlace,
): Promise<{ manifest: Manifest; findings: string[] }> => {
  const { url, folder } = place
  const manifest = await readBackup(folder)
  await requireEmptyDatabase(url)
  const keys = await missingKeys(place, manifest)
  // Before the database: what fails here or there can be tried again, as the same keys may be there already.
  await putKeys(place, keys)
  await runProgram('pg_restore', url, [
    '--single-transaction',
    '--exit-on-error',
    '--no-owner',
    '--no-privileges',
    join(folder, dumpName),
  ])
  const db = await openDatabase({ url, log: silentLogger() })
  try {
    const rows = await countRows((text) => db.query(text))
    const differing = countedTables
      .filter((table) => rows[table] !== manifest.rows[table])
      .map((table) => `${table} has ${rows[table]} rows, and had ${manifest.rows[table]} in the backup`)
    return { manifest, findings: [...differing, ...(await checkLedger(db)).findings] }
  } finally {
    await db.close()
  }
}
