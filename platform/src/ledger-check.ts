import { report, runOnDatabase } from './command.ts'
import { checkLedger } from './ledger/index.ts'

/** `npm run ledger:check`: reconciles the ledger. */
await runOnDatabase('The ledger could not be checked', async (db) => {
  const { findings } = await checkLedger(db)
  return report(findings, 'The ledger is in order.', 'The ledger is not in order')
})
