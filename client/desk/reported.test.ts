import { describe, expect, test } from 'vitest'
import { isReportedFor, reportedBy } from './live.ts'

const [one, other] = [
  { edge: 'bff-1', reports: true },
  { edge: 'bff-2', reports: false },
]

describe('that a player is not connected', () => {
  test('is known once every node has told of its connections', () => {
    expect(isReportedFor(reportedBy({}, { nodes: [one] }), 'ann')).toBe(true)
    for (const nodes of [[], [other], [one, other]])
      expect(isReportedFor(reportedBy({}, { nodes }), 'ann')).toBe(false)
    expect(isReportedFor(reportedBy(null, { nodes: [one] }), 'ann')).toBe(false)
  })

  test('is known of those alone who are watched', () => {
    const told = reportedBy({ players: ['ann'] }, { nodes: [one] })
    expect(isReportedFor(told, 'ann')).toBe(true)
    expect(isReportedFor(told, 'bea')).toBe(false)
    expect(isReportedFor(told, null)).toBe(false)
    expect(isReportedFor(reportedBy({}, { nodes: [one] }), null)).toBe(true)
  })
})
