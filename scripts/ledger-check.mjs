// npm run ledger:check: reconciles the ledger of the database that the settings name; exit code 0 when it is in order.
import { fail, ready, run } from './prepare.mjs'

await ready()
run('npx', ['tsc', '-b', 'platform']) || fail('The platform did not compile; see the errors above.')
await import('../platform/dist/ledger-check.js')
