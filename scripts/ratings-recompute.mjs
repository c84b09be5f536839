// npm run ratings:recompute: computes all ratings from the rated matches and compares them with those that are kept; exit code 0 when they are the same.
import { fail, ready, run } from './prepare.mjs'

await ready()
run('npx', ['tsc', '-b', 'platform']) || fail('The platform did not compile; see the errors above.')
await import('../platform/dist/ratings-recompute.js')
