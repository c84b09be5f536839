import { describe, expect, it } from 'vitest'
import { countsOf, orderOf, type View } from './order.ts'
import { testingRow } from './testing-row.ts'

const rows = [
  testingRow(1),
  testingRow(2, { state: 'lagging', cause: 'round-trip', roundTripMs: 400, name: 'Aiko' }),
  testingRow(3, { state: 'lost', cause: 'closed', lastClose: { code: 'kicked', at: 5 }, edge: 'bff-2' }),
  testingRow(4, { state: 'lagging', cause: 'waiting', roundTripMs: 900 }),
  testingRow(5, { state: 'resuming', cause: 'back', device: 'iPhone, Safari' }),
]
const all = new Map(rows.map((row) => [row.id, row]))
const view: View = { filter: 'all', node: '', text: '', sort: { by: 'state', down: true } }
const numbers = (other: Partial<View>) =>
  orderOf(all, { ...view, ...other }).map((id) => Number.parseInt(id, 16))

describe('the order of connections', () => {
  it('has the worst first, and what is alike by id', () => {
    expect(numbers({})).toEqual([3, 5, 4, 2, 1])
    expect(numbers({ sort: { by: 'state', down: false } })).toEqual([1, 2, 4, 5, 3])
    expect(numbers({ sort: { by: 'jitter', down: true } })).toEqual([1, 2, 3, 4, 5])
    expect(numbers({ sort: { by: 'player', down: false } })).toEqual([2, 1, 3, 4, 5])
  })

  it('filters by state, node, and all words of a text', () => {
    expect(numbers({ filter: 'trouble' })).toEqual([3, 5, 4, 2])
    expect(numbers({ filter: 'lagging' })).toEqual([4, 2])
    expect(numbers({ node: 'bff-2' })).toEqual([3])
    expect(numbers({ text: 'AIKO' })).toEqual([2])
    expect(numbers({ text: 'safari iphone' })).toEqual([5])
    expect(numbers({ text: 'safari android' })).toEqual([])
    expect(numbers({ text: 'kicked' })).toEqual([3])
    expect(numbers({ text: 'player-4' })).toEqual([4])
  })

  it('falls back to the state for a column that is none', () => {
    expect(numbers({ sort: { by: '__proto__', down: true } })).toEqual(numbers({}))
  })

  it('counts what each filter would show', () => {
    expect(countsOf(all)).toEqual({ all: 5, trouble: 4, live: 1, lagging: 2, resuming: 1, lost: 1, match: 0 })
  })
})
