// npm run backup: backs up the database and the keys into a new folder; docs/operations.md.
import { fail, ready, run } from './prepare.mjs'

await ready()
run('npx', ['tsc', '-b', 'platform']) || fail('The platform did not compile; see the errors above.')
process.argv.splice(2, 0, 'backup')
await import('../platform/dist/backup.js')
