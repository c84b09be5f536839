import { expect, it } from 'vitest'
import type { BaselineName } from './arguments.ts'
import { clickSeqOf } from './baseline.ts'
import { startChild } from './child.ts'
import { programs } from './repository.ts'
import { baselineSide } from './sides.ts'

/** Long enough for a machine that is busy with something else. */
const patienceMs = 300_000

const start = async (name: BaselineName) => {
  const child = await startChild(programs.baseline, { BASELINE: name })
  return { ...child, [Symbol.asyncDispose]: async () => void (await child.stop()) }
}

it('reads the number of a click from its packet', () => {
  expect(clickSeqOf(Buffer.from('2["opened",{"match":"000012","seq":345,"seat":0}]'))).toBe(345)
  expect(clickSeqOf(Buffer.from('0{"sid":"x"}'))).toBe(0)
})

it.each([
  { name: 'bare', official: false },
  { name: 'bare', official: true },
  { name: 'like', official: false },
] as const)(
  'counts each click of $name once, and each delivery (official client: $official)',
  { timeout: patienceMs },
  async ({ name, official }) => {
    await using server = await start(name)
    const side = baselineSide(server.url, name, { matches: 2, thinkMs: 0, official })
    const { tally, gate } = side
    await side.enter(() => {})
    tally.measuring = true
    gate.open()
    await expect.poll(() => tally.clicks, { timeout: patienceMs }).toBeGreaterThan(600)
    gate.shut()
    await expect.poll(() => side.waiting(), { timeout: patienceMs }).toBe(0)
    expect(tally.deliveries).toBe(5 * tally.clicks)
    expect(tally.toAll.count()).toBe(tally.clicks)
    expect(tally.toAck.count()).toBe(tally.clicks)
    expect([...tally.wrong]).toEqual([])
    expect(tally.ended > 0).toBe(name === 'like')
    side.leave()
  },
)

it('is asked about its memory and its garbage collector', { timeout: patienceMs }, async () => {
  await using server = await start('bare')
  const { heap, resident } = await server.memory()
  expect(heap).toBeGreaterThan(1e6)
  expect(resident).toBeGreaterThan(heap)
  const [pause = 0] = await server.pauses()
  expect(pause).toBeGreaterThan(0)
})
