import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { testServer } from '@minefall/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Server, startServer } from '../harness/server.ts'
import { root } from './repository.ts'
import { addLoadTable, raisedSettings } from './server.ts'

const program = join(root, 'tests/dist/load/main.js')

/** A machine that is busy with something else is slow, which is no fault of what is tested here. */
const patient = { REVEAL_MS: '60000', LIVE_REQUEST_MS: '60000', LIVE_PING_TIMEOUT_MS: '120000' }
const patienceMs = 300_000

const postgres = testServer()
let server: Server
beforeAll(async () => {
  const settings = { ...raisedSettings({ asShipped: false, matches: 2 }), ...patient }
  server = await startServer({ ...settings, DATABASE_URL: await postgres.fresh() }, addLoadTable)
}, patienceMs)
afterAll(() => server.remove(), patienceMs)

/** A run of the tool in its own process; `said` is what it told in the meantime. */
const load = (...args: string[]) => {
  const child: ChildProcess = spawn(process.execPath, [program, '--url', server.url, '--json', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  let printed = ''
  child.stderr?.on('data', (text) => (said += String(text)))
  child.stdout?.on('data', (text) => (printed += String(text)))
  const ended = once(child, 'close').then(([code]: unknown[]) => ({ code, said, printed }))
  return { ended, said: () => said }
}

const enough = ['--matches', '2', '--pairs', '2', '--seconds', '600', '--clicks', '30']

it.each([
  { client: 'by hand', more: [] },
  { client: 'officially', more: ['--official'] },
])(
  'a small run, its protocol spoken $client, shows nothing wrong',
  { timeout: patienceMs },
  async ({ more }) => {
    const { code, said, printed } = await load(...enough, ...more).ended
    expect(code, said + printed).toBe(0)
    const { ours, wrong } = JSON.parse(printed)
    expect(wrong).toEqual([])
    expect(ours.clicks).toBeGreaterThanOrEqual(60)
    expect(ours.toAll.p50.max).toBeLessThanOrEqual(ours.toAll.max.max)
    expect(ours.bytesADelivery.min).toBeGreaterThan(20)
  },
)

it('a wrong command line is reported in one sentence', { timeout: patienceMs }, async () => {
  const { code, said } = await load('--matches', 'many').ended
  expect(code).toBe(1)
  expect(said).toMatch(/^--matches must be a whole number from 1 to 3000, but it is many\.\n/)
})

it('what goes wrong is reported, and the exit code says so', { timeout: patienceMs }, async () => {
  const run = load('--matches', '2', '--seconds', '600')
  await expect.poll(run.said, { timeout: patienceMs }).toContain('clicks/s')
  await server.kill()
  const { code, printed } = await run.ended
  expect(code).toBe(1)
  expect(JSON.parse(printed).wrong).toContainEqual(
    expect.objectContaining({ kind: 'disconnected', times: 10 }),
  )
})
