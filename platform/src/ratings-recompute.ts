import { report, runOnDatabase } from './command.ts'
import { recomputeRatings } from './rating/index.ts'

/** `npm run ratings:recompute`: computes all ratings, and compares. */
await runOnDatabase('The ratings could not be computed', async (db) => {
  const { matches, findings } = await db.transaction(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only')
    return recomputeRatings(tx)
  })
  const of = `${matches} rated ${matches === 1 ? 'match' : 'matches'}`
  return report(
    findings,
    `The ratings follow from ${of}, to the last digit.`,
    `The ratings do not follow from ${of}`,
  )
})
