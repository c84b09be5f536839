// npm run demo:failover: plays on a cluster of processes, kills its nodes in turn and tells what players felt of it.
import { join } from 'node:path'
import { fail, ready, root, run } from './prepare.mjs'
import { ensureClusterPrograms, ensurePostgres } from './test-needs.mjs'

await ready()
ensurePostgres()
ensureClusterPrograms()
run('npx', ['tsc', '-b', 'bff', 'tests']) || fail('The demo did not compile; see the errors above.')
process.exitCode = run(process.execPath, [join(root, 'tests/dist/demo/main.js')]) ? 0 : 1
