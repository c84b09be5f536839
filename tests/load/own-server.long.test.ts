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
    const args = ['--matches', '2', '--seconds', '2', '--db', db, '--baseline', '--json', '--profile', folder]
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...args])
    const { ours, baseline, ratio, wrong } = JSON.parse(stdout)
    expect(wrong).toEqual([])
    expect(ours.clicks).toBeGreaterThan(0)
    expect(ours.processor.server).toBeGreaterThan(0)
    expect(ours.memory.heap).toEqual(expect.any(Number))
    expect(baseline.clicks).toBeGreaterThan(0)
    expect(ratio).toBeCloseTo(ours.clicksASecond / baseline.clicksASecond)
    expect(await readdir(folder)).toEqual(['server.cpuprofile'])
    await rm(folder, { recursive: true })
  },
  120_000,
)

it('what a desk that watches costs is measured, and it is told of every connection as it is', async () => {
  const args = ['--matches', '2', '--seconds', '5', '--think', '200', '--desk', '--json']
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args])
  const { watching, wrong } = JSON.parse(stdout)
  expect(wrong).toEqual([])
  expect(watching.with).toHaveLength(1)
  expect(watching.rowsASecond).toBeGreaterThan(0)
}, 120_000)
