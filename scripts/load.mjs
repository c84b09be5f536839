// npm run load: plays many matches at once against the real program and tells how it bears them.
import { join } from 'node:path'
import { fail, ready, root, run } from './prepare.mjs'
import { ensureClusterPrograms, ensurePostgres } from './test-needs.mjs'

await ready()
const [isCluster, isBar] = ['--cluster', '--bar'].map((name) => process.argv.includes(name))
if (isCluster || isBar) ensurePostgres()
if (isCluster) ensureClusterPrograms()
run('npx', ['tsc', '-b', 'bff', 'tests']) || fail('The load tool did not compile; see the errors above.')
process.exitCode = run(process.execPath, [join(root, 'tests/dist/load/main.js'), ...process.argv.slice(2)])
  ? 0
  : 1
