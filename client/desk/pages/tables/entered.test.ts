import { describe, expect, test } from 'vitest'
import { bpsIn, instantIn, localOf, stakesIn, wholeIn } from './change-lines.ts'

describe('what is entered of the house', () => {
  test('stakes rise, are whole, and are six at most', () => {
    expect(stakesIn('10, 100,1000')).toEqual(['10', '100', '1000'])
    expect(stakesIn('1000000')).toEqual(['1000000'])
    for (const text of ['', '10,', '10,10', '100,10', '0,1', '1.5', '-1', 'ten', '1000001', '1,2,3,4,5,6,7'])
      expect(stakesIn(text), text).toBeNull()
  })

  test('percents have two places at most', () => {
    expect([bpsIn('0'), bpsIn('2.5'), bpsIn('2,05'), bpsIn(' 10 '), bpsIn('100', 10_000)]).toEqual([
      0, 250, 205, 1_000, 10_000,
    ])
    for (const text of ['', '10.01', '2.555', '-1', '1e1', 'x']) expect(bpsIn(text), text).toBeUndefined()
  })

  test('whole numbers are within their bounds', () => {
    expect([wholeIn('1', 1, 9), wholeIn('9', 1, 9)]).toEqual([1, 9])
    for (const text of ['0', '10', '', '1.5', '-3']) expect(wholeIn(text, 1, 9), text).toBeUndefined()
  })

  test('times go to the minute, and may be left out', () => {
    const at = new Date(2026, 10, 22, 9, 5).getTime()
    expect(localOf(at)).toBe('2026-11-22T09:05')
    expect(instantIn(localOf(at))).toBe(at)
    expect([localOf(null), instantIn(''), instantIn('soon')]).toEqual(['', null, undefined])
  })
})
