import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { startupError } from '@minefall/shared/node'
import { z } from 'zod'

/** Where everything is in the folder of a backup. */
export const dumpName = 'database.dump'
export const keysName = 'keys'
export const manifestName = 'manifest.json'

/** The keys that the data need. What programs show each other is made again on another machine. */
export const keyNames = ['seal', 'token', 'code', 'pepper', 'checkout', 'staff', 'guest', 'fairness'] as const

const paths = [dumpName, ...keyNames.map((name) => `${keysName}/${name}`)]

const fileSchema = z.strictObject({
  /** Its path in the backup. */
  path: z.enum(paths),
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type BackupFile = z.infer<typeof fileSchema>

/** Rows of what must not get lost: what is restored must have exactly as many. */
export const countedTables = ['player', 'transfer', 'entry', 'hold', 'match', 'match_decision'] as const

const manifestSchema = z.strictObject({
  format: z.literal(1),
  /** When the database was as it is in it. */
  takenAt: z.iso.datetime(),
  /** The newest migration. */
  schema: z.int().positive(),
  /** The server's version, such as `15.8`. */
  server: z.string(),
  rows: z.record(z.enum(countedTables), z.int().nonnegative()),
  files: z.array(fileSchema),
})
export type Manifest = z.infer<typeof manifestSchema>

/** What a file of a backup is known by. */
export const describeFile = async (folder: string, path: string): Promise<BackupFile> => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(join(folder, path)), hash)
  return { path, bytes: (await stat(join(folder, path))).size, sha256: hash.digest('hex') }
}

/** Reads a backup's manifest and checks that every file is as it was written; else a start-up error says what is not. */
export const readBackup = async (folder: string): Promise<Manifest> => {
  const path = join(folder, manifestName)
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw startupError(`There is no whole backup in ${folder}: ${manifestName} can't be read.`, error)
  })
  const parse = () => {
    try {
      return manifestSchema.parse(JSON.parse(text))
    } catch (error) {
      throw startupError(`${path} is not the manifest of a backup that this version knows.`, error)
    }
  }
  const manifest = parse()
  for (const file of manifest.files) {
    const found = await describeFile(folder, file.path).catch((error: unknown) => {
      throw startupError(`${file.path} of the backup in ${folder} can't be read.`, error)
    })
    if (found.bytes !== file.bytes || found.sha256 !== file.sha256)
      throw startupError(
        `${file.path} of the backup in ${folder} is not as it was written; use another backup.`,
      )
  }
  return manifest
}
