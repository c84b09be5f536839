// npm run budgets: measures what the player's pages cost and tells each figure beside its budget.
import { build, ready, runTool } from './prepare.mjs'
import { findChromium } from './test-needs.mjs'

await ready()
build()
const found = findChromium()
const env = { ...process.env, ...(found ? { CHROMIUM_PATH: found } : {}) }
runTool('budgets', { env })
