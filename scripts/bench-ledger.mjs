// npm run bench:ledger: how long the ledger's decisions take in the database, and how many it bears.
import { join } from 'node:path'
import { fail, ready, root, run } from './prepare.mjs'
import { ensurePostgres } from './test-needs.mjs'

await ready()
ensurePostgres()
run('npx', ['tsc', '-b', 'platform', 'tests']) || fail('The bench did not compile; see the errors above.')
process.exitCode = run(process.execPath, [join(root, 'tests/dist/bench/main.js'), ...process.argv.slice(2)])
  ? 0
  : 1
