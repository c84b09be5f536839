import { isStartupError, silentLogger } from '@minefall/shared/node'
import { databasePlace, readPlatformSettings } from './config.ts'
import { openDatabase } from './db/index.ts'
import { recomputeRatings } from './rating/index.ts'

/** Computes all ratings of the database that the settings name, which must be there already. Answers with the exit code. */
const recompute = async (): Promise<0 | 1> => {
  const place = databasePlace(readPlatformSettings(process.env))
  const db = await openDatabase({ ...place, existing: true, log: silentLogger() })
  try {
    const { matches, findings } = await db.transaction(async (tx) => {
      await tx.query('set transaction isolation level repeatable read, read only')
      return recomputeRatings(tx)
    })
    for (const finding of findings) console.log(finding)
    const of = `${matches} rated ${matches === 1 ? 'match' : 'matches'}`
    console.log(
      findings.length === 0
        ? `The ratings follow from ${of}, to the last digit.`
        : `The ratings do not follow from ${of}: ${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}.`,
    )
    return findings.length === 0 ? 0 : 1
  } finally {
    await db.close()
  }
}

/** `npm run ratings:recompute` as a process: trouble is one sentence on stderr. */
process.exitCode = await recompute().catch((error: unknown) => {
  const said = error instanceof Error ? error.message : String(error)
  console.error(isStartupError(error) ? said : `The ratings could not be computed: ${said}`)
  return 1
})
