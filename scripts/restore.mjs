// npm run restore: restores a backup into an empty database, and checks it; docs/operations.md.
import { fail, ready, run } from './prepare.mjs'

await ready()
run('npx', ['tsc', '-b', 'platform']) || fail('The platform did not compile; see the errors above.')
process.argv.splice(2, 0, 'restore')
await import('../platform/dist/backup.js')
