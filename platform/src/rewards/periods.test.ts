import { expect, it } from 'vitest'
import { periodOf } from './periods.ts'

const at = (text: string): number => Date.parse(text)

it('names days, weeks from Monday and months of UTC, and says when each ends', () => {
  const sunday = at('2026-03-01T23:59:59.999Z')
  expect(periodOf('day', sunday)).toEqual({
    name: '2026-03-01',
    beginsAt: at('2026-03-01T00:00:00Z'),
    endsAt: at('2026-03-02T00:00:00Z'),
  })
  expect(periodOf('week', sunday)).toEqual({
    name: '2026-W09',
    beginsAt: at('2026-02-23T00:00:00Z'),
    endsAt: at('2026-03-02T00:00:00Z'),
  })
  expect(periodOf('month', sunday)).toEqual({
    name: '2026-03',
    beginsAt: at('2026-03-01T00:00:00Z'),
    endsAt: at('2026-04-01T00:00:00Z'),
  })
  expect(periodOf('once', sunday)).toEqual({ name: 'once', beginsAt: null, endsAt: null })
})

it('begins the next one at its first millisecond', () => {
  const monday = at('2026-03-02T00:00:00Z')
  expect(periodOf('day', monday).name).toBe('2026-03-02')
  expect(periodOf('week', monday).name).toBe('2026-W10')
  expect(periodOf('month', at('2026-12-31T23:59:59.999Z')).endsAt).toBe(at('2027-01-01T00:00:00Z'))
})

it.each([
  ['2026-12-31', '2026-W53'],
  ['2027-01-03', '2026-W53'],
  ['2027-01-04', '2027-W01'],
  ['2024-12-30', '2025-W01'],
  ['2028-01-02', '2027-W52'],
  ['2026-01-01', '2026-W01'],
])('counts %s to the week %s, whose year is that of its Thursday', (day, week) => {
  expect(periodOf('week', at(`${day}T12:00:00Z`)).name).toBe(week)
})
