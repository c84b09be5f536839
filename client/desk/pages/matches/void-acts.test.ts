import type { DeskVoid } from '@minefall/shared/contracts/desk'
import { expect, test } from 'vitest'
import { outcomeOf, voidActs } from './Voids.tsx'

const asked = (status: DeskVoid['status']): DeskVoid => ({
  id: '1',
  reason: 'It is stuck',
  askedBy: { id: 'ann', name: 'Ann' },
  askedAt: 1,
  status,
  endedBy: null,
  endedAt: null,
})

test('a void is asked for by one and confirmed by another, while the match is stuck', () => {
  expect(voidActs({ stuck: null, voids: [] }, 'ann')).toEqual([])
  expect(voidActs({ stuck: 'silent', voids: [] }, 'ann')).toEqual(['ask'])
  expect(voidActs({ stuck: 'silent', voids: [asked('open')] }, 'ann')).toEqual(['withdraw'])
  expect(voidActs({ stuck: 'stopped', voids: [asked('open')] }, 'ben')).toEqual(['confirm', 'withdraw'])
  expect(voidActs({ stuck: null, voids: [asked('open')] }, 'ben')).toEqual(['withdraw'])
})

test('what was withdrawn or has lapsed may be asked for again, what was confirmed and not done confirmed again', () => {
  for (const status of ['withdrawn', 'lapsed'] as const)
    expect(voidActs({ stuck: 'silent', voids: [asked(status)] }, 'ben')).toEqual(['ask'])
  expect(voidActs({ stuck: 'silent', voids: [asked('confirmed')] }, 'ann')).toEqual(['confirm'])
  expect(voidActs({ stuck: null, voids: [asked('confirmed')] }, 'ann')).toEqual([])
})

test('what is said afterwards is what happened: another’s request may have come or gone while one decided', () => {
  expect(outcomeOf('ask', { phase: 'playing' })).toMatch(/^Requested/)
  expect(outcomeOf('ask', { phase: 'voided' })).toBe('Match voided.')
  expect(outcomeOf('confirm', { phase: 'voided' })).toBe('Match voided.')
  expect(outcomeOf('confirm', { phase: 'playing' })).toMatch(/^Requested/)
  expect(outcomeOf('withdraw', { phase: 'playing' })).toBe('Request withdrawn.')
})
