import { isStartupError, silentLogger } from '@minefall/shared/node'
import { databasePlace, readPlatformSettings } from './config.ts'
import { openDatabase } from './db/index.ts'
import { auditLuck, recomputeLuck, startJudge } from './skill/index.ts'

/** Prints the luck of all accounts of the database that the settings name, which must be there. Answers with the exit code. */
const audit = async (recompute: boolean): Promise<0 | 1> => {
  const place = databasePlace(readPlatformSettings(process.env))
  const db = await openDatabase({ ...place, existing: true, log: silentLogger() })
  try {
    for (const line of await auditLuck(db)) console.log(line)
    if (!recompute) return 0
    const judge = startJudge()
    const found = await recomputeLuck(db, judge).finally(judge.close)
    for (const line of found) console.log(line)
    console.log(found.length === 0 ? 'All matches come out the same.' : `Differences: ${found.length}.`)
    return found.length === 0 ? 0 : 1
  } finally {
    await db.close()
  }
}

/** `npm run luck:audit` as a process: trouble is one sentence on stderr. */
process.exitCode = await audit(process.argv.includes('--recompute')).catch((error: unknown) => {
  const said = error instanceof Error ? error.message : String(error)
  console.error(isStartupError(error) ? said : `Luck could not be audited: ${said}`)
  return 1
})
