import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from '../load/repository.ts'

/** The package of this machine; `npm test` runs this file on a Node older than 24. */
const packageName = `node-${process.platform}-${process.arch}`

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'minefall-runtime-'))
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
  for (const file of ['.nvmrc', 'scripts/runtime.mjs']) cpSync(join(root, file), join(folder, file))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const installNode24 = () =>
  symlinkSync(join(root, 'node_modules', packageName), join(folder, 'node_modules', packageName))

/** Runs a program that first chooses its Node; what it prints is read line by line with `line`. */
const start = (program: string, { flags = [], args = [] }: { flags?: string[]; args?: string[] } = {}) => {
  const file = join(folder, 'scripts/program.mjs')
  writeFileSync(file, `import { onNode24, removeUnusable } from './runtime.mjs'\n${program}`)
  const child: ChildProcess = spawn(process.execPath, [...flags, file, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  let printed = ''
  child.stderr?.on('data', (chunk) => (said += String(chunk)))
  child.stdout?.on('data', (chunk) => (printed += String(chunk)))
  const closed = once(child, 'close').then(([code, signal]: unknown[]) => ({ code, signal, said, printed }))
  return { child, closed, printed: () => printed }
}

const tellNode = `
  import { execFileSync } from 'node:child_process'
  await onNode24()
  console.log(JSON.stringify({
    node: process.version,
    onPath: String(execFileSync('node', ['--version'])).trim(),
    flags: process.execArgv,
    args: process.argv.slice(2),
    marked: Object.keys(process.env).filter((name) => name.startsWith('MINEFALL_')),
  }))
`

it('stays on the older Node where npm has brought no other, and says so in one line', async () => {
  const { code, said, printed } = await start(tellNode).closed
  expect(code).toBe(0)
  expect(JSON.parse(printed).node).toBe(process.version)
  expect(said).toBe(
    `This runs on Node ${process.versions.node}; published figures are for Node 24 LTS, from https://nodejs.org.\n`,
  )
})

it('removes a Node of npm that can’t run here, and what npm links to it', async () => {
  const own = join(folder, 'node_modules', packageName)
  mkdirSync(join(own, 'bin'), { recursive: true })
  writeFileSync(join(own, 'bin/node'), '#!/of/another/system\n')
  chmodSync(join(own, 'bin/node'), 0o755)
  symlinkSync(join(own, 'bin/node'), join(folder, 'node_modules/.bin/node'))
  const { code, printed } = await start(`removeUnusable()\n${tellNode}`).closed
  expect(code).toBe(0)
  expect(JSON.parse(printed).node).toBe(process.version)
  expect(existsSync(own)).toBe(false)
})

describe('where npm has brought Node 24', () => {
  beforeEach(installNode24)

  it('runs the program and its children on that, with its flags and arguments, and says so in one line', async () => {
    const { code, said, printed } = await start(tellNode, {
      flags: ['--single-threaded-gc'],
      args: ['a b', '--c'],
    }).closed
    expect(code).toBe(0)
    const told = JSON.parse(printed)
    expect(told).toEqual({
      node: expect.stringMatching(/^v24\./),
      onPath: told.node,
      flags: ['--single-threaded-gc'],
      args: ['a b', '--c'],
      marked: [],
    })
    expect(said).toBe(`The installed Node is ${process.versions.node}; Node 24 from npm runs this.\n`)
  })

  it('ends with the exit code of the program', async () => {
    const { code } = await start('await onNode24()\nprocess.exitCode = 7').closed
    expect(code).toBe(7)
  })

  it('ends by the signal that ended the program', async () => {
    const { signal } = await start(`await onNode24()\nprocess.kill(process.pid, 'SIGKILL')`).closed
    expect(signal).toBe('SIGKILL')
  })

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'passes %s on and waits for what it does',
    async (name) => {
      const { child, closed, printed } = start(`
      await onNode24()
      process.once('${name}', () => process.exit(9))
      setInterval(() => {}, 1000)
      console.log('up')
    `)
      await expect.poll(printed).toBe('up\n')
      child.kill(name)
      expect(await closed).toMatchObject({ code: 9, signal: null })
    },
  )

  it('takes the program along when it is killed with SIGKILL', async () => {
    const { child, closed, printed } = start(`
      await onNode24()
      setInterval(() => {}, 1000)
      console.log('up')
    `)
    await expect.poll(printed).toBe('up\n')
    child.kill('SIGKILL')
    // The program holds the same output open: it closes when both are gone.
    expect(await closed).toMatchObject({ signal: 'SIGKILL' })
  })
})
