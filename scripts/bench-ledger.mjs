// npm run bench:ledger: how long the ledger's decisions take in the database, and how many it bears.
import { ready, runTool } from './prepare.mjs'
import { ensurePostgres } from './test-needs.mjs'

await ready()
ensurePostgres()
runTool('bench')
