// npm run bench:bus: how long a move takes over the bus, within one process, between threads and over NATS, and how many it carries.
import { ready, runTool } from './prepare.mjs'
import { ensureClusterPrograms } from './test-needs.mjs'

await ready()
ensureClusterPrograms()
runTool('bench/bus')
