import { isStartupError, silentLogger } from '@minefall/shared/node'
import { databasePlace, readPlatformSettings } from './config.ts'
import { type Database, openDatabase } from './db/index.ts'

type ExitCode = 0 | 1

/** Runs a command as a process: trouble is one sentence on stderr, after `failed` where it was not foreseen. */
export const runCommand = async (failed: string, work: () => Promise<ExitCode>): Promise<void> => {
  process.exitCode = await work().catch((error: unknown) => {
    const said = error instanceof Error ? error.message : String(error)
    console.error(isStartupError(error) ? said : `${failed}: ${said}`)
    return 1
  })
}

/** The same on the database that the settings name, which must be there already. */
export const runOnDatabase = (failed: string, work: (db: Database) => Promise<ExitCode>): Promise<void> =>
  runCommand(failed, async () => {
    const place = databasePlace(readPlatformSettings(process.env))
    const db = await openDatabase({ ...place, existing: true, log: silentLogger() })
    return work(db).finally(() => db.close())
  })

/** Prints findings, and what follows from none or from some. */
export const report = (findings: readonly string[], none: string, some: string): ExitCode => {
  for (const finding of findings) console.log(finding)
  const number = `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}`
  console.log(findings.length === 0 ? none : `${some}: ${number}.`)
  return findings.length === 0 ? 0 : 1
}
