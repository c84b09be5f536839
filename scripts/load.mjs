// npm run load: plays many matches at once against the real program and tells how it bears them.
import { ready, runTool } from './prepare.mjs'
import { ensureClusterPrograms, ensurePostgres } from './test-needs.mjs'

await ready()
const [isCluster, isBar] = ['--cluster', '--bar'].map((name) => process.argv.includes(name))
if (isCluster || isBar) ensurePostgres()
if (isCluster) ensureClusterPrograms()
runTool('load')
