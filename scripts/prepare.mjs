// What every command of package.json does first. Plain Node: nothing may be installed yet.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installCommand, onNode24, removeUnusable } from './runtime.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Ends with one clear sentence. */
export const fail = (sentence) => {
  console.error(sentence)
  process.exit(1)
}

/** Runs a command to its end with its output shown; answers whether it succeeded. */
export const run = (command, args, options = {}) =>
  spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32', ...options })
    .status === 0

/** Whether a Node of this version, such as 20.19.0, can run Minefall. */
export const canRun = (version) => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 20 || (major === 20 && minor >= 19)
}

const checkNode = () => {
  canRun(process.versions.node) ||
    fail(
      `Minefall needs Node.js 20.19 or newer; this is ${process.versions.node}. Install a newer one and try again.`,
    )
}

/** A hash of the given files and folders by path, size and time: changes whenever one of them does. */
const fingerprint = (paths) => {
  const hash = createHash('sha256')
  const visit = (path) => {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (!stat) return
    if (stat.isDirectory())
      for (const name of readdirSync(path).sort())
        name === 'node_modules' || name === 'dist' || visit(join(path, name))
    else hash.update(`${path}\0${stat.size}\0${stat.mtimeMs}\n`)
  }
  for (const path of paths) visit(join(root, path))
  return hash.digest('hex')
}

/** Does `work` unless the files it depends on are as they were when it last succeeded. */
const whenChanged = (stamp, paths, work) => {
  const file = join(root, stamp)
  const now = fingerprint(paths)
  if (existsSync(file) && readFileSync(file, 'utf8') === now) return
  work()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, now)
}

const manifests = [
  'package-lock.json',
  ...['shared', 'platform', 'bff', 'client', 'tests'].map((w) => `${w}/package.json`),
]

const install = () =>
  whenChanged('node_modules/.minefall-installed', manifests, () => {
    console.log('Installing packages …')
    // What it is built with too, which npm leaves out where NODE_ENV is production.
    run('npm', [...installCommand, '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']) ||
      fail('The packages could not be installed; see what npm said above, then try again.')
    removeUnusable()
  })

/** Installs what is needed, and resolves on the Node that is to run the rest. */
export const ready = async () => {
  checkNode()
  install()
  await onNode24()
}

/** Compiles the servers and builds the player's pages, each only when something changed. */
export const build = () => {
  const compiled = ['tsconfig.json', 'tsconfig.base.json', 'shared', 'platform', 'bff']
  whenChanged('bff/dist/.built', [...manifests, ...compiled], () => {
    console.log('Compiling …')
    run('npx', ['tsc', '-b', 'bff']) || fail('The servers did not compile; see the errors above.')
  })
  whenChanged('client/dist/.built', [...manifests, 'client', 'shared'], () => {
    console.log('Building the pages …')
    run('npm', ['run', 'build', '-w', 'client', '--silent', '--', '--quiet']) ||
      fail('The pages did not build; see the errors above.')
  })
}

/** Compiles a program of `tests` and runs it to its end with this command's arguments; ends as it did. */
export const runTool = (name, options) => {
  run('npx', ['tsc', '-b', 'tests']) || fail('The tool did not compile; see the errors above.')
  const args = [join(root, 'tests/dist', name, 'main.js'), ...process.argv.slice(2)]
  process.exitCode = run(process.execPath, args, options) ? 0 : 1
}
