import { isStartupError, silentLogger } from '@minefall/shared/node'
import { databasePlace, readPlatformSettings } from './config.ts'
import { openDatabase } from './db/index.ts'
import { checkLedger } from './ledger/index.ts'

/** Reconciles the ledger of the database that the settings name, which must be there already. Answers with the exit code. */
const reconcile = async (): Promise<0 | 1> => {
  const place = databasePlace(readPlatformSettings(process.env))
  const db = await openDatabase({ ...place, existing: true, log: silentLogger() })
  try {
    const { findings } = await checkLedger(db)
    for (const finding of findings) console.log(finding)
    console.log(
      findings.length === 0
        ? 'The ledger is in order.'
        : `The ledger is not in order: ${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}.`,
    )
    return findings.length === 0 ? 0 : 1
  } finally {
    await db.close()
  }
}

/** `npm run ledger:check` as a process: trouble is one sentence on stderr. */
process.exitCode = await reconcile().catch((error: unknown) => {
  const said = error instanceof Error ? error.message : String(error)
  console.error(isStartupError(error) ? said : `The ledger could not be checked: ${said}`)
  return 1
})
