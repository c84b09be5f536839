import type { PlayDay } from '@minefall/shared/contracts/rest'
import { describe, expect, it } from 'vitest'
import { chartBars, chartDays, sumOf } from './HistoryChart.tsx'

const day = (day: string, net: string, promoNet = '0'): PlayDay => ({
  day,
  seconds: 60,
  matches: 1,
  staked: '100',
  returned: '0',
  net,
  deposited: '0',
  withdrawn: '0',
  gifts: '0',
  promoNet,
})
const noon = Date.UTC(2026, 2, 10, 12)

describe('the days of a chart', () => {
  it('are the last fourteen in UTC, today included, with nothing where nothing is reported', () => {
    const days = chartDays([day('2026-03-10', '-50', '20'), day('2026-02-25', '300')], 'coin', noon)
    expect(days).toHaveLength(14)
    expect(days[0]).toEqual({ day: '2026-02-25', net: 300n })
    expect(days[1]).toEqual({ day: '2026-02-26', net: 0n })
    expect(days[13]).toEqual({ day: '2026-03-10', net: -50n })
    expect(sumOf(days)).toBe(250n)
  })

  it('are of one kind of coins, and not older than they say', () => {
    const days = chartDays([day('2026-03-10', '-50', '20'), day('2026-02-24', '300', '7')], 'promo', noon)
    expect(sumOf(days)).toBe(20n)
  })

  it('end with the UTC day of the moment, at its very ends too', () => {
    const last = (now: number) => chartDays([], 'coin', now).at(-1)?.day
    expect(last(Date.UTC(2026, 2, 10))).toBe('2026-03-10')
    expect(last(Date.UTC(2026, 2, 11) - 1)).toBe('2026-03-10')
  })
})

describe('the bars of a chart', () => {
  it('stand on the line of zero when won, hang from it when lost, and reach the edges at most', () => {
    const chart = chartBars([
      { day: 'a', net: 300n },
      { day: 'b', net: -100n },
      { day: 'c', net: 0n },
    ])
    expect(chart).toEqual({
      zero: 0.75,
      bars: [
        { top: 0, height: 0.75 },
        { top: 0.75, height: 0.25 },
        { top: 0.75, height: 0 },
      ],
    })
  })

  it('keep the line at the foot where nothing was lost, and at the head where nothing was won', () => {
    expect(chartBars([{ day: 'a', net: 5n }])?.zero).toBe(1)
    expect(chartBars([{ day: 'a', net: -5n }])?.zero).toBe(0)
    expect(chartBars([{ day: 'a', net: 0n }])).toBeNull()
  })
})
