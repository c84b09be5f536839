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

/** What npm is asked for: no system lets go of a program that runs, and Windows then keeps its file too. */
export const installCommand = windows && isFromNpm ? ['install', '--no-save'] : ['ci']

/** npm puts its Node before the installed one; where it can't run, as on a Linux with another C library, it must not stay. */
export const removeUnusable = () => {
  if (!existsSync(fromNpm) || spawnSync(fromNpm, ['--version']).status === 0) return
  rmSync(dirname(dirname(fromNpm)), { recursive: true })
  for (const name of ['node', 'node.cmd', 'node.ps1']) rmSync(join(modules, '.bin', name), { force: true })
}

/** Ends with the process that waits for this one, whatever ended that: SIGKILL tells neither. */
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

/** Goes on where the program runs on Node 24 or newer, or on an older one for want of it; says what is not the installed one. */
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
