// npm run luck:audit: luck of all accounts of the database that the settings name; with --recompute judged again from the
// journal, exit code 1 where that differs from what is kept.
import { fail, ready, run } from './prepare.mjs'

await ready()
run('npx', ['tsc', '-b', 'platform']) || fail('The platform did not compile; see the errors above.')
await import('../platform/dist/luck-audit.js')
