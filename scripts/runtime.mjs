// Which Node runs Minefall: the one of .nvmrc, from npm where the installed one is older. Plain Node, as prepare.mjs.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The major version that published figures are for. */
export const wanted = Number(readFileSync(new URL('../.nvmrc', import.meta.url), 'utf8'))
const running = process.versions.node
const modules = fileURLToPath(new URL('../node_modules', import.meta.url))
const { platform, arch } = process
const windows = platform === 'win32'
const fromNpm = join(
  modules,
  `node-${windows ? 'win' : platform}-${arch}`,
  'bin',
  windows ? 'node.exe' : 'node',
)
const isFromNpm = process.execPath.startsWith(modules + sep)

/** How a child knows that the process that started it only waits for it. */
const waitedFor = 'MINEFALL_WAITED_FOR'

/** How npm installs: `npm ci` removes all packages first, and Windows keeps the file of a program that runs. */
export const installCommand = windows && isFromNpm ? ['install', '--no-save'] : ['ci']

/** Scripts of npm find its Node first. Removes one that can't run, as on a Linux without glibc. */
export const removeUnusable = () => {
  if (!existsSync(fromNpm) || spawnSync(fromNpm, ['--version']).status === 0) return
  rmSync(dirname(dirname(fromNpm)), { recursive: true })
  for (const name of ['node', 'node.cmd', 'node.ps1']) rmSync(join(modules, '.bin', name), { force: true })
}

/** Ends this process as soon as the one that waits for it is gone, also by SIGKILL. */
const endWithParent = () => {
  delete process.env[waitedFor]
  const end = () => process.kill(process.pid, 'SIGKILL')
  if (!process.connected) end()
  process.once('disconnect', end)
  process.channel?.unref()
}

/** Runs the same program with the same flags to its end, passes signals on, and ends as it did. */
const runOnNodeFromNpm = async () => {
  const path = `${dirname(fromNpm)}${delimiter}${process.env.PATH}`
  const child = spawn(fromNpm, [...process.execArgv, ...process.argv.slice(1)], {
    env: { ...process.env, PATH: path, [waitedFor]: '1' },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  // A terminal's Ctrl+C is sent to both: passed on too it would be the second one, which ends without waiting.
  const passOn = (signal) => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal)
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, passOn)
  const [code, signal] = await once(child, 'exit')
  for (const name of signals) process.off(name, passOn)
  if (signal === null) process.exit(code)
  process.kill(process.pid, signal)
  // The signal is on its way.
  await new Promise(() => {})
}

/**
 * Resolves in the process that is to run the program: on the wanted Node or a newer one, or on the installed one where npm
 * has none for this platform. A process that only waits for another never returns. Says in one line what the user may not
 * expect.
 */
export const onNode24 = async () => {
  if (process.env[waitedFor]) return endWithParent()
  const tell = (line) => console.error(line)
  if (isFromNpm) return tell(`Node ${running} from npm runs this.`)
  if (Number.parseInt(running, 10) >= wanted) return
  if (existsSync(fromNpm)) {
    tell(`The installed Node is ${running}; Node ${wanted} from npm runs this.`)
    return runOnNodeFromNpm()
  }
  tell(`This runs on Node ${running}; published figures are for Node ${wanted} LTS, from https://nodejs.org.`)
}
