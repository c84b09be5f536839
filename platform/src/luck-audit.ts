import { runOnDatabase } from './command.ts'
import { auditLuck, recomputeLuck, startJudge } from './skill/index.ts'

/** `npm run luck:audit`: prints the luck of all accounts. */
await runOnDatabase('Luck could not be audited', async (db) => {
  for (const line of await auditLuck(db)) console.log(line)
  if (!process.argv.includes('--recompute')) return 0
  const judge = startJudge()
  const found = await recomputeLuck(db, judge).finally(judge.close)
  for (const line of found) console.log(line)
  console.log(found.length === 0 ? 'All matches come out the same.' : `Differences: ${found.length}.`)
  return found.length === 0 ? 0 : 1
})
