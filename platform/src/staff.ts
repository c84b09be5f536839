import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { isStartupError, silentLogger, systemClock } from '@minefall/shared/node'
import { v7 as newUuid } from 'uuid'
import { accountOptionsOf, argon2Hasher } from './accounts/index.ts'
import { databasePlace, readPlatformSettings } from './config.ts'
import { openDatabase } from './db/index.ts'
import { staffCommand } from './desk/index.ts'
import { readKeyRing } from './http/index.ts'

/** Runs the command line on the configured database, which must exist. */
const manageStaff = async (): Promise<void> => {
  const work = await staffCommand(process.argv.slice(2), process.stdin)
  const settings = readPlatformSettings(process.env)
  const db = await openDatabase({ ...databasePlace(settings), existing: true, log: silentLogger() })
  try {
    const { hashing } = accountOptionsOf(settings)
    const hasher = await argon2Hasher({ ...hashing, waiting: 1, randomBytes })
    try {
      const staffKeys = await readKeyRing(resolve(settings.DATA_DIR), 'staff')
      console.log(await work({ db, clock: systemClock, randomBytes, hasher, staffKeys, newId: newUuid }))
    } finally {
      await hasher.close()
    }
  } finally {
    await db.close()
  }
}

/** `npm run staff` as a process: trouble is said on stderr, with exit code 1. */
process.exitCode = await manageStaff().then(
  () => 0,
  (error: unknown) => {
    const said = error instanceof Error ? error.message : String(error)
    console.error(isStartupError(error) ? said : `The staff could not be changed: ${said}`)
    return 1
  },
)
