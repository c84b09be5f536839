import { describe, expect, test } from 'vitest'
import { isToldOf, toldBy } from './live.ts'

const [one, other] = [
  { edge: 'bff-1', reports: true },
  { edge: 'bff-2', reports: false },
]

describe('that a player is not connected', () => {
  test('is known once every node has told of its connections', () => {
    expect(isToldOf(toldBy({}, { nodes: [one] }), 'ann')).toBe(true)
    for (const nodes of [[], [other], [one, other]])
      expect(isToldOf(toldBy({}, { nodes }), 'ann')).toBe(false)
    expect(isToldOf(toldBy(null, { nodes: [one] }), 'ann')).toBe(false)
  })

  test('is known of those alone who are watched', () => {
    const told = toldBy({ players: ['ann'] }, { nodes: [one] })
    expect(isToldOf(told, 'ann')).toBe(true)
    expect(isToldOf(told, 'bea')).toBe(false)
  })
})
