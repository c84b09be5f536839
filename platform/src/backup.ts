import { resolve } from 'node:path'
import { startupError } from '@minefall/shared/node'
import { recordBackup } from './backup/last-backup.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { type BackupPlace, takeBackup } from './backup/take-backup.ts'
import { report, runCommand } from './command.ts'
import { readPlatformSettings } from './config.ts'

const usage = `Usage:
  npm run backup -- FOLDER
  npm run restore -- FOLDER`

const placeOf = (given: string | undefined): BackupPlace => {
  if (given === undefined) throw startupError(usage)
  const { DATABASE_URL, DATA_DIR } = readPlatformSettings(process.env)
  if (DATABASE_URL === undefined)
    throw startupError(
      'DATABASE_URL must name a PostgreSQL server; the embedded database is backed up by stopping the program and copying DATA_DIR.',
    )
  return { url: DATABASE_URL, dataDir: resolve(DATA_DIR), folder: resolve(given) }
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

const backUp = async (place: BackupPlace): Promise<0 | 1> => {
  const { takenAt, schema, files } = await takeBackup(place)
  // As an older version's database can't.
  await recordBackup(place.url, takenAt).catch((error: unknown) => {
    console.error(
      `The backup is whole, but could not be recorded, so an alarm may say that it is missing: ${error}`,
    )
  })
  const [dump, ...keys] = files
  console.log(
    `The database as it was at ${takenAt} (schema ${schema}, ${megabytes(dump?.bytes ?? 0)}) and ${keys.length} key files are in ${place.folder}. Keep them secret.`,
  )
  return 0
}

const restore = async (place: BackupPlace): Promise<0 | 1> => {
  const { manifest, findings } = await restoreBackup(place)
  return report(
    findings,
    `The database is as it was at ${manifest.takenAt}, and its ledger is in order.`,
    `The database was restored as of ${manifest.takenAt}, and is not in order`,
  )
}

/** `npm run backup` and `npm run restore`. */
await runCommand('It failed', async () => {
  const [command, folder, ...more] = process.argv.slice(2)
  if (more.length > 0) throw startupError(usage)
  if (command === 'backup') return backUp(placeOf(folder))
  if (command === 'restore') return restore(placeOf(folder))
  throw startupError(usage)
})
