import { chmod, copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startupError } from '@minefall/shared/node'
import pg from 'pg'
import { z } from 'zod'
import {
  type BackupFile,
  describeFile,
  dumpName,
  keyNames,
  keysName,
  type Manifest,
  manifestName,
} from './manifest.ts'
import { countRows, runProgram } from './programs.ts'

export type BackupPlace = {
  /** The database server's address. */
  url: string
  /** Where the keys are: `<dataDir>/keys`. */
  dataDir: string
  /** Where the backup is, or is to be. */
  folder: string
}

const snapshotSchema = z.object({
  snapshot: z.string(),
  taken_at: z.date(),
  schema: z.int(),
  server: z.string(),
})

/** What the database is at in the transaction of `client`, which others can see it by as long as it is open. */
const readSnapshot = async (client: pg.Client) => {
  const { rows } = await client.query(
    `select pg_export_snapshot() as snapshot, now() as taken_at, (select max(version) from schema_version) as schema,
       split_part(current_setting('server_version'), ' ', 1) as server`,
  )
  return { ...snapshotSchema.parse(rows[0]), rows: await countRows((text) => client.query(text)) }
}

const keyFilesIn = async (keys: string): Promise<string[]> => {
  const names: string[] = await readdir(keys).catch(() => [])
  if (!names.includes('seal'))
    throw startupError(
      `There are no keys in ${keys}, and without them a backup is of little use; name their folder's parent in DATA_DIR.`,
    )
  return keyNames.filter((name) => names.includes(name))
}

const makeFolder = async (folder: string): Promise<void> => {
  await mkdir(join(folder, keysName), { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
}

const requireEmpty = async (folder: string): Promise<void> => {
  const names = await readdir(folder).catch(() => [])
  if (names.length > 0) throw startupError(`There is something in ${folder} already; name a new folder.`)
}

/**
 * Backs up database and keys into a new folder while everything goes on: the database as it is at one moment, the keys
 * after it, so that all that it was sealed with is there. The manifest is written last; without it a backup is none.
 */
export const takeBackup = async ({ url, dataDir, folder }: BackupPlace): Promise<Manifest> => {
  await requireEmpty(folder)
  const keys = join(dataDir, keysName)
  await keyFilesIn(keys)
  const client = new pg.Client({ connectionString: url, application_name: 'minefall backup' })
  // A server may end a session that does nothing for long. By then pg_dump has the snapshot, or says itself that it has not.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read, read only')
    const { snapshot, taken_at, schema, server, rows } = await readSnapshot(client)
    await makeFolder(folder)
    const dump = join(folder, dumpName)
    await writeFile(dump, '', { mode: 0o600 })
    await runProgram('pg_dump', url, [
      '--format=custom',
      `--snapshot=${snapshot}`,
      '--no-owner',
      '--no-privileges',
      `--file=${dump}`,
    ])
    const files: BackupFile[] = [await describeFile(folder, dumpName)]
    for (const name of await keyFilesIn(keys)) {
      const path = join(keysName, name)
      await copyFile(join(keys, name), join(folder, path))
      await chmod(join(folder, path), 0o600)
      files.push(await describeFile(folder, path))
    }
    const manifest: Manifest = { format: 1, takenAt: taken_at.toISOString(), schema, server, rows, files }
    await writeFile(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
    return manifest
  } finally {
    await client.end()
  }
}
