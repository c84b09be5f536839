// npm run screenshots: starts the program with fresh data, plays, and keeps pictures of every screen.
import { build, ready, runTool } from './prepare.mjs'
import { ensureClusterPrograms, ensurePostgres, findChromium } from './test-needs.mjs'

await ready()
// One scene is played on a cluster.
ensurePostgres()
ensureClusterPrograms()
build()
const found = findChromium()
const env = { ...process.env, ...(found ? { CHROMIUM_PATH: found } : {}) }
runTool('screenshots', { env })
