// npm run budgets: measures what the player's pages cost and tells each figure beside its budget.
import { join } from 'node:path'
import { build, fail, ready, root, run } from './prepare.mjs'
import { findChromium } from './test-needs.mjs'

await ready()
build()
run('npx', ['tsc', '-b', 'tests']) || fail('The measuring tool did not compile; see the errors above.')
const found = findChromium()
const env = { ...process.env, ...(found ? { CHROMIUM_PATH: found } : {}) }
process.exitCode = run(
  process.execPath,
  [join(root, 'tests/dist/budgets/main.js'), ...process.argv.slice(2)],
  { env },
)
  ? 0
  : 1
