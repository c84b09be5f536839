// npm run disasters [-- name… --db pglite|postgres|both --seed N --list]: the scripted disasters, all or those whose
// titles hold one of the names. `--seed` replays what scripts and players drew.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { build, checkNode, fail, install, root } from './prepare.mjs'
import { ensurePostgres } from './test-needs.mjs'

const readArguments = () => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        db: { type: 'string', default: 'both' },
        seed: { type: 'string' },
        list: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    return fail(error.message)
  }
}

const { values, positionals } = readArguments()
if (!['pglite', 'postgres', 'both'].includes(values.db))
  fail(`--db must be pglite, postgres or both, but it is "${values.db}".`)
if (values.seed !== undefined && !/^\d+$/.test(values.seed))
  fail(`--seed must be a whole number, but it is "${values.seed}".`)

checkNode()
install()
if (!values.list) {
  if (values.db !== 'pglite') ensurePostgres()
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
      DISASTER_DB: values.db,
      ...(values.seed === undefined ? {} : { DISASTER_SEED: values.seed }),
    },
  },
)
process.exit(status ?? 1)
