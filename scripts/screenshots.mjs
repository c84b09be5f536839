// npm run screenshots: starts the program with fresh data, plays, and keeps pictures of every screen.
import { join } from 'node:path'
import { build, fail, ready, root, run } from './prepare.mjs'
import { ensureClusterPrograms, ensurePostgres, findChromium } from './test-needs.mjs'

await ready()
// One scene is played on a cluster.
ensurePostgres()
ensureClusterPrograms()
build()
run('npx', ['tsc', '-b', 'tests']) ||
  fail('The tool that takes pictures did not compile; see the errors above.')
const found = findChromium()
const env = { ...process.env, ...(found ? { CHROMIUM_PATH: found } : {}) }
const args = process.argv.slice(2)
process.exitCode = run(process.execPath, [join(root, 'tests/dist/screenshots/main.js'), ...args], { env })
  ? 0
  : 1
