import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { root } from './repository.ts'

const program = join(root, 'tests/dist/load/main.js')

it.each(['pglite', 'postgres'])(
  'a server of its own on %s is measured beside the baseline',
  async (db) => {
    const folder = await mkdtemp(join(tmpdir(), 'minefall-profile-'))
    const args = ['--matches', '2', '--pairs', '2', '--seconds', '2', '--db', db, '--baseline', 'bare']
    const told = ['--json', '--profile', folder]
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...args, ...told])
    const { ours, baselines, wrong } = JSON.parse(stdout)
    expect(wrong).toEqual([])
    expect(ours.clicks).toBeGreaterThan(0)
    expect(ours.turns).toBe(2)
    expect(ours.processor.server.min).toBeGreaterThan(0)
    expect(ours.memory.heap).toEqual(expect.any(Number))
    const [{ name, summary, ratios }] = baselines
    expect(name).toBe('bare')
    expect(summary.clicks).toBeGreaterThan(0)
    expect(ratios.clicksASecond.max).toBeLessThanOrEqual(ours.clicksASecond.max / summary.clicksASecond.min)
    expect(await readdir(folder)).toEqual(['server.cpuprofile'])
    await rm(folder, { recursive: true })
  },
  120_000,
)

it('what it costs that people sit still is measured', async () => {
  const args = ['--idle', '--matches', '2', '--pairs', '2', '--seconds', '1', '--baseline', 'bare', '--json']
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args])
  const { ours, baselines, wrong } = JSON.parse(stdout)
  expect(wrong).toEqual([])
  expect(ours).toMatchObject({ turns: 2, clicks: 0, serverBusy: { median: expect.any(Number) } })
  expect(baselines[0].summary).toMatchObject({ turns: 2, clicks: 0 })
}, 120_000)

it('what a desk that watches costs is measured, and it is told of every connection as it is', async () => {
  const args = ['--matches', '2', '--pairs', '1', '--seconds', '5', '--think', '200', '--desk', '--json']
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args])
  const { watching, wrong } = JSON.parse(stdout)
  expect(wrong).toEqual([])
  expect(watching.with).toHaveLength(1)
  expect(watching.rowsASecond).toBeGreaterThan(0)
}, 120_000)
