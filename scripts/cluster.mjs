// npm run cluster: the program as a cluster of processes on this machine; docs/install.md.
import { build, fail, ready, run } from './prepare.mjs'

await ready()
build()
run('npx', ['tsc', '-b', 'tests']) || fail('The cluster did not compile; see the errors above.')
await import('../tests/dist/cluster/main.js')
