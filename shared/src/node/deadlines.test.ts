import { describe, expect, it } from 'vitest'
import { manualClock } from '../testing/index.ts'
import { Deadline, Deadlines, deadlineStepMs } from './deadlines.ts'

const begin = 1_000_010

class Noted extends Deadline {
  readonly struckAt: number[] = []
  readonly onStrike: () => void
  constructor(onStrike = () => {}) {
    super()
    this.onStrike = onStrike
  }
  override strike(now: number): void {
    this.struckAt.push(now)
    this.onStrike()
  }
}

const setUp = () => {
  const clock = manualClock(begin)
  let stoodMs = 0
  const now = () => clock.now() + stoodMs
  /** Time passes without a timer running, as for a process that is stopped. */
  const standStill = (ms: number) => {
    stoodMs += ms
  }
  return { clock, now, standStill, list: new Deadlines({ ...clock, now }) }
}

describe('the list of deadlines', () => {
  it('strikes each once, never early and at most two steps late, also beyond a turn of the wheel', async () => {
    const { clock, list } = setUp()
    const waits = [0, 1, 49, 50, 51, 999, 2_500, 25_600, 25_601, 60_000, 130_000]
    const all = waits.map((ms) => ({ ms, noted: new Noted() }))
    for (const { ms, noted } of all) list.wind(noted, begin + ms)
    for (let passed = 0; passed < 140_000; passed += 700) await clock.advance(700)
    for (const { ms, noted } of all) {
      expect(noted.struckAt).toHaveLength(1)
      const late = (noted.struckAt[0] ?? 0) - begin - ms
      expect(late).toBeGreaterThanOrEqual(0)
      expect(late).toBeLessThanOrEqual(2 * deadlineStepMs)
    }
  })

  it('forgets what was called off, and strikes what was put off at its new time alone', async () => {
    const { clock, list } = setUp()
    const off = new Noted()
    const later = new Noted()
    list.wind(off, begin + 200)
    list.wind(later, begin + 200)
    await clock.advance(100)
    list.cancel(off)
    list.cancel(off)
    list.wind(later, begin + 1_000)
    await clock.advance(800)
    expect(later.struckAt).toEqual([])
    await clock.advance(300)
    expect([off.struckAt.length, later.struckAt.length]).toEqual([0, 1])
  })

  it('runs what is given to it, once, unless that is called off', async () => {
    const { clock, list } = setUp()
    const ran: string[] = []
    list.after(200, () => ran.push('kept'))
    const callOff = list.after(200, () => ran.push('called off'))
    await clock.advance(150)
    callOff()
    expect(ran).toEqual([])
    await clock.advance(1_000)
    callOff()
    expect(ran).toEqual(['kept'])
  })

  it('lets one strike call off another that is due with it, and wind itself again', async () => {
    const { clock, list } = setUp()
    const pair: Noted[] = []
    const cancelAll = () => {
      for (const noted of pair) list.cancel(noted)
    }
    const one = new Noted(cancelAll)
    const two = new Noted(cancelAll)
    pair.push(one, two)
    for (const noted of pair) list.wind(noted, begin + 100)
    const again: Noted = new Noted(() => {
      if (again.struckAt.length < 3) list.wind(again, clock.now() + 100)
    })
    list.wind(again, begin + 100)
    await clock.advance(1_000)
    expect(one.struckAt.length + two.struckAt.length).toBe(1)
    expect(again.struckAt).toHaveLength(3)
  })

  it('strikes all that came due while the process froze', async () => {
    const { clock, standStill, list } = setUp()
    const all = Array.from({ length: 1_000 }, () => new Noted())
    for (const [index, noted] of all.entries()) list.wind(noted, begin + index * 90)
    standStill(100_000)
    await clock.advance(deadlineStepMs)
    expect(all.every(({ struckAt }) => struckAt.length === 1)).toBe(true)
  })

  it('strikes in time what was wound before the clock was set back, and after', async () => {
    const { clock, now, standStill, list } = setUp()
    const before = new Noted()
    standStill(15_000)
    list.wind(before, now() + 500)
    await clock.advance(100)
    standStill(-15_000)
    const after = new Noted()
    list.wind(after, now() + 4_000)
    await clock.advance(399)
    expect(before.struckAt).toEqual([])
    await clock.advance(1 + 3 * deadlineStepMs)
    expect(before.struckAt).toHaveLength(1)
    await clock.advance(3_599 - 3 * deadlineStepMs)
    expect(after.struckAt).toEqual([])
    await clock.advance(1 + 2 * deadlineStepMs)
    expect(after.struckAt).toHaveLength(1)
  })

  it('holds no timer while nothing is wound, and none after it was closed', async () => {
    const { clock, list } = setUp()
    const noted = new Noted()
    list.wind(noted, begin + 100)
    list.cancel(noted)
    await clock.advance(200)
    expect(clock.pending()).toBe(0)
    list.wind(noted, clock.now() + 100)
    list.close()
    await clock.advance(1_000)
    expect([noted.struckAt.length, clock.pending()]).toEqual([0, 0])
  })
})
