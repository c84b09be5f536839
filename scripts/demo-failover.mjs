// npm run demo:failover: plays on a cluster of processes, kills its nodes in turn and tells what players felt of it.
import { ready, runTool } from './prepare.mjs'
import { ensureClusterPrograms, ensurePostgres } from './test-needs.mjs'

await ready()
ensurePostgres()
ensureClusterPrograms()
runTool('demo')
