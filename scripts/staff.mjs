// npm run staff: who may sign in at the desk, in the database that the settings name; docs/desk.md.
import { fail, ready, run } from './prepare.mjs'

await ready()
run('npx', ['tsc', '-b', 'platform']) || fail('The platform did not compile; see the errors above.')
await import('../platform/dist/staff.js')
