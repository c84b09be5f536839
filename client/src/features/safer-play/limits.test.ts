import type { PlayLimit } from '@minefall/shared/contracts/rest'
import { describe, expect, test } from 'vitest'
import { changeOf, dueIfAsked, parseLimit, shareUsed, stageOf, stakeWithin, tightest } from './limits.ts'

const limit = (over: Partial<PlayLimit>): PlayLimit => ({
  kind: 'loss',
  period: 'day',
  amount: null,
  used: '0',
  endsAt: 0,
  pending: null,
  ...over,
})

test('a higher limit waits, may be confirmed, and lapses', () => {
  const pending = { amount: '500', askedAt: 0, dueAt: 100, lapsesAt: 200 }
  expect([99, 100, 199, 200].map((now) => stageOf(pending, now))).toEqual(['waiting', 'due', 'due', 'lapsed'])
})

test('a higher limit waits its whole time, and no longer when it is asked for again', () => {
  const pending = { amount: '500', askedAt: 0, dueAt: 100, lapsesAt: 200 }
  const due = (asked: string | null, now: number) =>
    dueIfAsked({ pending }, asked, { now, limitRaiseMs: 100 })
  expect(dueIfAsked({ pending: null }, null, { now: 40, limitRaiseMs: 100 })).toBe(140)
  expect(due('500', 40)).toBe(100)
  expect(due('600', 40)).toBe(140)
  expect(due(null, 40)).toBe(140)
  expect(due('500', 200)).toBe(300)
})

test('a first and a lower limit are at once, a higher one and none wait', () => {
  expect(changeOf(null, '100')).toBe('first')
  expect(changeOf('100', '99')).toBe('lower')
  expect(changeOf('100', '0')).toBe('lower')
  expect(changeOf('100', '100')).toBe('same')
  expect(changeOf('99', '100')).toBe('higher')
  expect(changeOf('100', null)).toBe('none')
  expect(changeOf(null, null)).toBe('same')
})

test('a limit may be nothing, and is a whole number of coins', () => {
  expect(['0', '00', '1,000', '12', '', '-1', '1.5', 'many'].map(parseLimit)).toEqual([
    '0',
    '0',
    '1000',
    '12',
    null,
    null,
    null,
    null,
  ])
})

test('the share used ends at all of it', () => {
  expect(shareUsed({ used: '300', amount: '1000' })).toBeCloseTo(0.3)
  expect(shareUsed({ used: '1200', amount: '1000' })).toBe(1)
  expect(shareUsed({ used: '0', amount: '0' })).toBe(1)
})

describe('what is left', () => {
  test('is what the tightest limit of a kind leaves', () => {
    const limits = [
      limit({ amount: '1000', used: '100' }),
      limit({ period: 'week', amount: '2000', used: '1500' }),
      limit({ period: 'month' }),
      limit({ kind: 'deposit', amount: '10' }),
    ]
    expect(tightest(limits, 'loss')).toEqual({ period: 'week', left: '500' })
    expect(tightest(limits, 'deposit')).toEqual({ period: 'day', left: '10' })
  })

  test('is never below nothing, and unknown without a limit', () => {
    expect(tightest([limit({ amount: '100', used: '300' })], 'loss')).toEqual({ period: 'day', left: '0' })
    expect(tightest([limit({})], 'loss')).toBeNull()
  })

  test('has room for the highest stake within it', () => {
    expect(stakeWithin(['100', '500', '1000'], '700')).toBe('500')
    expect(stakeWithin(['100', '500', '1000'], '99')).toBeNull()
  })
})
