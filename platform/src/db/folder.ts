import { constants } from 'node:fs'
import { access, mkdir, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { isStartupError, startupError } from '@minefall/shared/node'
import { type FolderLock, lockFolder } from './folder-lock.ts'
import { hasCode } from './system-error.ts'

/** The PostgreSQL major that the installed PGlite is; a folder of another one must be exported and imported. */
export const embeddedMajor = '18'

/** A new database takes 40 MB, its log grows to 80 MB before segments are reused; below this nothing goes well. */
const freeLeast = 64 * 1024 * 1024

export type PreparedFolder = {
  /** Where the engine keeps its files. */
  data: string
  /** Whether there is no database in it yet. */
  fresh: boolean
  lock: FolderLock
  /** Says that the new database in `data` is whole; until then the next start makes it again. */
  finish(): Promise<void>
}

/** What a failure of the file system means to anyone who starts the program; undefined when it is none of these. */
export const folderTrouble = (folder: string, error: unknown): Error | undefined => {
  const say = (sentence: string) => startupError(sentence, error)
  if (hasCode(error, 'EACCES', 'EPERM', 'EROFS')) {
    return say(`The data folder ${folder} can't be written; give this user the right to, or choose another.`)
  }
  if (hasCode(error, 'ENOTDIR', 'EEXIST', 'ENOENT', 'ELOOP', 'ENAMETOOLONG', 'EINVAL')) {
    return say(
      `The data folder ${folder} can't be made; DATA_DIR must name a folder, not something in a file.`,
    )
  }
  if (hasCode(error, 'ENOSPC', 'EDQUOT')) {
    return say(`The disk of the data folder ${folder} is full; make room on it, or choose another folder.`)
  }
  if (hasCode(error, 'EOPNOTSUPP', 'ENOTSUP', 'EXDEV', 'ENOSYS')) {
    return say(`The data folder ${folder} can't be locked; choose one on a local disk of this machine.`)
  }
  return undefined
}

const readVersion = async (data: string): Promise<string | undefined> => {
  try {
    return (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim()
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

const exists = (path: string) =>
  access(path, constants.F_OK).then(
    () => true,
    () => false,
  )

/** Node's own recursive mkdir never comes back from where nothing can be made, such as /proc. */
const makeFolder = async (folder: string): Promise<void> => {
  const make = () => mkdir(folder, { mode: 0o700 })
  try {
    await make()
  } catch (error) {
    if (hasCode(error, 'EEXIST') && (await stat(folder)).isDirectory()) return
    if (!hasCode(error, 'ENOENT') || dirname(folder) === folder || (await exists(dirname(folder))))
      throw error
    await makeFolder(dirname(folder))
    await make()
  }
}

const prepare = async (folder: string, bytesFreeLeast: number): Promise<PreparedFolder> => {
  await makeFolder(folder)
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < bytesFreeLeast) {
    throw startupError(
      `The disk of the data folder ${folder} is full; make room on it, or choose another folder.`,
    )
  }
  const lock = await lockFolder(folder)
  try {
    const data = join(folder, 'data')
    const making = join(folder, 'making')
    // A start that was killed while it made the database: nothing was ever kept in it.
    if (await exists(making)) await rm(data, { recursive: true, force: true })
    const version = await readVersion(data)
    if (version !== undefined && version !== embeddedMajor) {
      throw startupError(
        `The data folder ${folder} was made by PostgreSQL ${version} and this program embeds ${embeddedMajor}; ` +
          'export it with the version that made it and import it into a new folder.',
      )
    }
    // Written in any case: it also shows that the folder can be written.
    await writeFile(join(folder, version === undefined ? 'making' : 'opened'), `${process.pid}\n`)
    return { data, fresh: version === undefined, lock, finish: () => rm(making, { force: true }) }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** Makes and locks the folder of an embedded database and looks whether it may be opened; else a start-up error. */
export const prepareFolder = async (path: string, bytesFreeLeast = freeLeast): Promise<PreparedFolder> => {
  const folder = resolve(path)
  try {
    return await prepare(folder, bytesFreeLeast)
  } catch (error) {
    throw isStartupError(error) ? error : (folderTrouble(folder, error) ?? error)
  }
}

/** A start-up error where no whole database is in the folder of an embedded one; nothing is made. */
export const requireDatabase = async (path: string): Promise<void> => {
  const folder = resolve(path)
  try {
    const version = await readVersion(join(folder, 'data'))
    if (version !== undefined && !(await exists(join(folder, 'making')))) return
  } catch (error) {
    throw folderTrouble(folder, error) ?? error
  }
  throw startupError(
    `There is no database in ${folder}; DATA_DIR must name the folder of one that was started.`,
  )
}
