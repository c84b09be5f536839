// npm run backup, restore, ledger:check, luck:audit, ratings:recompute and staff: a program of the platform on the database
// that the settings name; docs/operations.md, docs/ledger.md, docs/desk.md, docs/rating.md.
import { fail, ready, run } from './prepare.mjs'

await ready()
run('npx', ['tsc', '-b', 'platform']) || fail('The platform did not compile; see the errors above.')
const [program] = process.argv.splice(2, 1)
await import(`../platform/dist/${program}.js`)
