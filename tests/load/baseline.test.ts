import { afterEach, beforeEach, expect, it } from 'vitest'
import { readArguments } from './arguments.ts'
import { clickTold } from './baseline.ts'
import { type Child, startChild } from './child.ts'
import { programs } from './repository.ts'
import { baselineSide } from './sides.ts'

/** Long enough for a machine that is busy with something else. */
const patienceMs = 300_000

let server: Child
beforeEach(async () => {
  server = await startChild(programs.baseline, {})
}, patienceMs)
afterEach(() => server.stop(), patienceMs)

it('reads the number of a click from its packet', () => {
  expect(clickTold(Buffer.from('2["opened",{"match":"000012","seq":345,"seat":0}]'))).toBe(345)
  expect(clickTold(Buffer.from('0{"sid":"x"}'))).toBe(0)
})

it.each([false, true])(
  'counts each click once, and each delivery (official client: %s)',
  { timeout: patienceMs },
  async (official) => {
    const side = baselineSide(server.url, { ...readArguments(['--matches', '2']), official })
    const { tally, gate } = side
    await side.enter(() => {})
    tally.measuring = true
    gate.open()
    await expect.poll(() => tally.clicks, { timeout: patienceMs }).toBeGreaterThan(50)
    gate.shut()
    await expect.poll(() => side.waiting(), { timeout: patienceMs }).toBe(0)
    expect(tally.deliveries).toBe(5 * tally.clicks)
    expect(tally.toAll.count()).toBe(tally.clicks)
    expect(tally.toAck.count()).toBe(tally.clicks)
    expect([...tally.wrong]).toEqual([])
    side.leave()
  },
)

it('is asked about its memory', async () => {
  const { heap, resident } = await server.memory()
  expect(heap).toBeGreaterThan(1e6)
  expect(resident).toBeGreaterThan(heap)
})
