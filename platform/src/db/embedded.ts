import { isStartupError, startupError } from '@minefall/shared/node'
import type { Database, Lane, Log } from './database.ts'
import { type Engine, startEngine } from './engine.ts'
import { folderTrouble, prepareFolder, requireDatabase } from './folder.ts'
import { sqlState } from './in-doubt.ts'
import { laneOver } from './lane.ts'
import { migrate, readSchemaTexts, requireSchema } from './migrations.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { startUpkeep } from './upkeep.ts'
import type { DatabaseWatch } from './watch.ts'

const diskFull = '53100'

/** Why an engine that did not start did not, for anyone who starts the program. */
const openingTrouble = (folder: string, error: unknown): Error => {
  if (isStartupError(error)) return error
  const said = error instanceof Error ? error.message : String(error)
  const errno = /ENOSPC|EDQUOT|EACCES|EPERM|EROFS/.exec(said)?.[0]
  const full = sqlState(error) === diskFull || said.includes('No space left on device')
  const known = folderTrouble(folder, Object.assign(new Error(said), { code: full ? 'ENOSPC' : errno }))
  return (
    known ??
    startupError(
      `The database in ${folder} can't be opened (${said.split('\n')[0]}); restore it from a backup.`,
      error,
    )
  )
}

export type EmbeddedOptions = {
  /** In memory without one. */
  folder?: string | undefined
  /** A dump that a new database starts from. */
  template?: Uint8Array | undefined
  /** Opens only a database that is there with this program's schema. */
  existing?: boolean | undefined
  watch?: DatabaseWatch | undefined
  log: Log
}

/** Opens PGlite on its own folder and brings it to this program's schema. */
export const openEmbedded = async (
  options: EmbeddedOptions,
): Promise<Database & { dump: Engine['dump'] }> => {
  const { folder, template, existing = false, watch, log } = options
  if (folder !== undefined && existing) await requireDatabase(folder)
  const prepared = folder === undefined ? undefined : await prepareFolder(folder)
  let lost: Error | undefined
  let engine: Engine | undefined
  try {
    const opened = await startEngine({
      folder: prepared?.data,
      template: prepared?.fresh === false ? undefined : template,
      lost: (error) => {
        lost = new Error('The embedded database has stopped; start the program again.', { cause: error })
        log.error({ err: error }, 'the embedded database stopped on its own')
      },
    })
    engine = opened
    const lines = oneAtATime(opened, () => lost)
    // Migrations and upkeep are no one's waiting.
    const inner = laneOver(lines.others)
    const lane = laneOver(lines.others, { watch: watch?.lane('main') })
    const isNew = await (existing ? requireSchema : migrate)(inner, await readSchemaTexts())
    await prepared?.finish()
    const upkeep = prepared && startUpkeep(inner, log)
    const counted = upkeep?.counted ?? ((uncounted: Lane) => uncounted)
    return {
      kind: 'pglite',
      isNew,
      ...counted(lane),
      journal: counted(laneOver(lines.journal, { watch: watch?.lane('journal') })),
      dump: opened.dump,
      async close() {
        await upkeep?.stop()
        // Waits for what runs; what comes later finds the database closed.
        await inner.query(prepared ? 'checkpoint' : 'select 1').catch(() => {})
        lost ??= new Error('The database is closed.')
        await opened.close()
        await prepared?.lock.release()
      },
    }
  } catch (error) {
    await engine?.close()
    await prepared?.lock.release()
    throw openingTrouble(folder ?? 'memory', error)
  }
}
