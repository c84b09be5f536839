// npm run bench:bus: how long a move takes over the bus, within one process, between threads and over NATS, and how many it carries.
import { join } from 'node:path'
import { fail, ready, root, run } from './prepare.mjs'
import { ensureClusterPrograms } from './test-needs.mjs'

await ready()
ensureClusterPrograms()
run('npx', ['tsc', '-b', 'shared', 'tests']) || fail('The bench did not compile; see the errors above.')
process.exitCode = run(process.execPath, [join(root, 'tests/dist/bench/bus/main.js')]) ? 0 : 1
