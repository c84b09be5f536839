import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { programs, root } from './repository.ts'

/** A run of the tool in its own process: what it prints. */
const load = async (...args: string[]): Promise<string> =>
  (await promisify(execFile)(process.execPath, [programs.load, ...args])).stdout

it.each(['pglite', 'postgres'])(
  'its own server on %s is measured in turn with both baselines',
  async (db) => {
    const folder = await mkdtemp(join(tmpdir(), 'minefall-profile-'))
    const args = ['--matches', '2', '--pairs', '2', '--seconds', '2', '--db', db, '--baseline', 'both']
    const told = ['--json', '--profile', folder]
    const { ours, baselines, wrong } = JSON.parse(await load(...args, ...told))
    expect(wrong).toEqual([])
    expect(ours.clicks).toBeGreaterThan(0)
    expect(ours.turns).toBe(2)
    expect(ours.processor.server.min).toBeGreaterThan(0)
    expect(ours.memory.heap).toEqual(expect.any(Number))
    expect(baselines).toMatchObject([{ name: 'bare' }, { name: 'like' }])
    for (const { summary, ratios } of baselines) {
      expect(summary.clicks).toBeGreaterThan(0)
      expect(ratios.clicksASecond.max).toBeLessThanOrEqual(ours.clicksASecond.max / summary.clicksASecond.min)
    }
    expect(await readdir(folder)).toEqual(['server.cpuprofile', 'server.cpuprofile.svg'])
    await rm(folder, { recursive: true })
  },
  120_000,
)

it('matches of accounts are judged when they are over, in turn with those of guests', async () => {
  const args = ['--judged', '--matches', '2', '--pairs', '2', '--seconds', '10', '--think', '100', '--json']
  const { ours, baselines, judged, wrong } = JSON.parse(await load(...args))
  expect(wrong).toEqual([])
  expect(judged).toBeGreaterThan(0)
  expect(ours.clicks).toBeGreaterThan(0)
  expect(baselines).toMatchObject([{ name: 'guests', summary: { turns: 2 } }])
}, 120_000)

it('what it costs that people sit still is measured', async () => {
  const args = ['--idle', '--matches', '2', '--pairs', '2', '--seconds', '1', '--baseline', 'bare', '--json']
  const { ours, baselines, wrong } = JSON.parse(await load(...args))
  expect(wrong).toEqual([])
  expect(ours).toMatchObject({ turns: 2, clicks: 0, serverBusy: { median: expect.any(Number) } })
  expect(baselines[0].summary).toMatchObject({ turns: 2, clicks: 0 })
}, 120_000)

it('what a desk that watches costs is measured, and it hears of every connection as it is', async () => {
  const args = ['--matches', '2', '--pairs', '1', '--seconds', '5', '--think', '200', '--desk', '--json']
  const { watching, wrong } = JSON.parse(await load(...args))
  expect(wrong).toEqual([])
  expect(watching.with).toHaveLength(1)
  expect(watching.rowsASecond).toBeGreaterThan(0)
}, 120_000)

it('the bar is one table, of an older tree and of this one', async () => {
  const table = await load('--bar', '--before', root, '--matches', '2', '--pairs', '1', '--seconds', '2')
  expect(table).toContain('\nNothing went wrong.\n')
  const rows = table.split('\n').map((line) => line.split(' | '))
  const row = (run: string, what: string) =>
    rows.find(([first, second]) => first === `| ${run}` && second === what)?.slice(2) ?? []
  const cpu = row('100 matches, PostgreSQL', 'CPU, s for 1,000 clicks').slice(0, 4).map(Number.parseFloat)
  expect(cpu.filter((seconds) => seconds > 0)).toHaveLength(4)
  expect(
    row('5,000 seated and silent', 'share of a core, %').slice(0, 2).map(Number.parseFloat),
  ).not.toContain(Number.NaN)
  expect(table).not.toMatch(/NaN|Infinity|null|undefined/)
}, 1_800_000)

it('what those who watch a match on TV cost its players is measured', async () => {
  const args = ['--watchers', '20', '--matches', '2', '--pairs', '1', '--seconds', '3', '--json']
  const { onTv, wrong } = JSON.parse(await load(...args))
  expect(wrong).toEqual([])
  expect(onTv).toMatchObject({
    watchers: 20,
    with: [expect.any(Number)],
    ratio: { median: expect.any(Number) },
  })
  expect(onTv.picturesASecond).toBeGreaterThan(0)
}, 120_000)
