// npm run disasters [-- name… --on pglite,postgres,cluster --seed N --list]: the scripted disasters, all or those whose
// titles hold one of the names, everywhere or on some. `--seed` replays what scripts and players drew.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { build, fail, ready, root } from './prepare.mjs'
import { ensureClusterPrograms, ensurePostgres } from './test-needs.mjs'

const readArguments = () => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        on: { type: 'string', default: 'pglite,postgres,cluster' },
        seed: { type: 'string' },
        list: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    return fail(error.message)
  }
}

const { values, positionals } = readArguments()
const places = values.on.split(',')
if (!places.every((place) => ['pglite', 'postgres', 'cluster'].includes(place)))
  fail(`--on must name pglite, postgres or cluster, or several of them, but it is "${values.on}".`)
if (values.seed !== undefined && !/^\d+$/.test(values.seed))
  fail(`--seed must be a whole number, but it is "${values.seed}".`)

await ready()
if (!values.list) {
  if (places.some((place) => place !== 'pglite')) ensurePostgres()
  if (places.includes('cluster')) ensureClusterPrograms()
  build()
}

const quoted = positionals.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
const { status } = spawnSync(
  'npx',
  [
    'vitest',
    values.list ? 'list' : 'run',
    '--project',
    'disasters',
    ...(values.list ? [] : ['--no-file-parallelism', '--reporter=verbose', '--disable-console-intercept']),
    ...(quoted.length > 0 ? ['-t', `(${quoted.join('|')})`] : []),
  ],
  {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: {
      ...process.env,
      DISASTER_ON: values.on,
      ...(values.seed === undefined ? {} : { DISASTER_SEED: values.seed }),
    },
  },
)
process.exit(status ?? 1)
