import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLogger } from './log.ts'
import { openLog } from './log-output.ts'
import { isStartupError } from './settings.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'log-'))
})
afterEach(() => rm(folder, { recursive: true }))

const logTo = (file: string) => createLogger({ level: 'info', format: 'json', to: openLog(file) })

it('puts a file aside when it is full: two of them are all there is', async () => {
  const file = join(folder, 'full.log')
  const log = logTo(file)
  const long = 'a'.repeat(1024 * 1024)
  for (let n = 0; n < 150; n++) log.info({ alarm: 'none', long }, 'long')
  const sizes = await Promise.all([file, `${file}.1`].map(async (name) => (await stat(name)).size))
  expect(Math.max(...sizes)).toBeLessThanOrEqual(64 * 1024 * 1024)
  expect(await readdir(folder)).toEqual(['full.log', 'full.log.1'])
})

it('appends to a file in a folder it makes', async () => {
  const file = join(folder, 'logs', 'x.log')
  for (const run of ['first', 'second']) logTo(file).info(run)
  expect((await readFile(file, 'utf8')).trim().split('\n')).toHaveLength(2)
})

it('says in a start-up error that its file can’t be written', () => {
  let thrown: unknown
  try {
    openLog('/dev/null/x.log')
  } catch (error) {
    thrown = error
  }
  expect(isStartupError(thrown)).toBe(true)
})

const modules = ['log', 'log-output', 'run-process'].map(
  (name) => new URL(`${name}.ts`, import.meta.url).href,
)

/** Runs a program that may use these modules, in a shell that first does `setUp`. */
const run = (setUp: string, program: string) => {
  const imports = ['createLogger', 'openLog', 'runProcess']
    .map((name, at) => `import { ${name} } from '${modules[at]}'`)
    .join('\n')
  const args = ['--conditions=source', '--input-type=module', '-e', `${imports}\n${program}`]
  return spawnSync('sh', ['-c', `${setUp}\nexec "$0" "$@"`, process.execPath, ...args], {
    encoding: 'utf8',
  })
}

it.runIf(process.platform === 'linux')('goes on where there is no room for a line', () => {
  const log = logTo('/dev/full')
  expect(() => log.info('no room')).not.toThrow()
  expect(() => log.fatal('no room')).not.toThrow()
})

it('writes whole lines as soon as there is room again', async () => {
  const file = join(folder, 'small.log')
  // A file may not grow beyond two blocks, and who tries is refused instead of ended.
  const { status, stderr } = run(
    `trap '' XFSZ; ulimit -f 2`,
    `import { truncateSync } from 'node:fs'
    const log = createLogger({ level: 'info', format: 'json', to: openLog('${file}') })
    for (let n = 0; n < 50; n += 1) log.info({ n }, 'until it is full')
    truncateSync('${file}', 500)
    log.info('room again')`,
  )
  expect([status, stderr]).toEqual([0, ''])
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
  expect(JSON.parse(lines.at(0) ?? '')).toMatchObject({ n: 0 })
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ msg: 'room again' })
})

it.runIf(process.platform === 'linux')('a process that fails while its log has no room ends with 1', () => {
  const { status, stderr } = run(
    'exec > /dev/full',
    `const log = createLogger({ level: 'info', format: 'json' })
    await runProcess({ boot: () => ({ log, start: async () => ({ close: async () => {} }) }) })
    throw new Error('unforeseen')`,
  )
  expect([status, stderr]).toEqual([1, ''])
})
