// npm run test:compose [-- --from REF --matches N]: docker-compose.yml on a real engine, under players: docs/operations.md.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fail, ready, root, run } from './prepare.mjs'

/** For those who run it where it may not be possible. */
const cannotRun = 2

const ask = (...args) => {
  const { status, stdout, stderr, error } = spawnSync('docker', args, { encoding: 'utf8' })
  if (status === 0) return stdout.trim()
  console.error(
    `npm run test:compose needs a Docker engine on this machine and Docker Compose 2.24 or newer: ${(error?.message ?? stderr).trim()}`,
  )
  process.exit(cannotRun)
}

ask('version', '--format', '{{.Server.Version}}')
const compose = ask('compose', 'version', '--short')
const [major, minor] = compose.replace(/^v/, '').split('.').map(Number)
if (major < 2 || (major === 2 && minor < 24)) {
  console.error(`npm run test:compose needs Docker Compose 2.24 or newer; this is ${compose}.`)
  process.exit(cannotRun)
}
await ready()
run('npx', ['tsc', '-b', 'tests']) || fail('The test did not compile; see the errors above.')
const { status } = spawnSync(
  process.execPath,
  [join(root, 'tests/dist/compose/main.js'), ...process.argv.slice(2)],
  { stdio: 'inherit' },
)
process.exitCode = status ?? 1
