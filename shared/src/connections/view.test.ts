import { describe, expect, test } from 'vitest'
import { matchIdSchema } from '../game/index.ts'
import { change, noTotals, rowId, rowOf, told } from './testing.ts'
import { type ConnectionsView, connectionsView } from './view.ts'

const names = (view: ConnectionsView) => [...view.rows()].map(({ name }) => name).sort()

describe('what one BFF tells', () => {
  test('a whole and then changes in order make the rows, and each change is reported once', () => {
    const view = connectionsView()
    expect(view.take(told(1, [rowOf(1), rowOf(2)]), 0)).toBe(false)
    expect(view.changes()).toEqual({ rows: [rowOf(1), rowOf(2)], gone: [] })
    const slower = rowOf(2, { state: 'lagging', cause: 'round-trip', roundTripMs: 900 })
    expect(view.take(change(2, [slower, rowOf(3)], { gone: [rowId(1)] }), 1_000)).toBe(false)
    expect(view.changes()).toEqual({ rows: [slower, rowOf(3)], gone: [rowId(1)] })
    expect(view.changes()).toEqual({ rows: [], gone: [] })
    expect([...view.rows()]).toEqual([slower, rowOf(3)])
  })

  test('after a hole it is asked, once in two seconds, and nothing is taken in until the whole comes', () => {
    const view = connectionsView()
    view.take(told(1, [rowOf(1), rowOf(2)]), 0)
    expect(view.take(change(3, [rowOf(3)]), 1_000)).toBe(true)
    expect(view.take(change(4, [rowOf(4)]), 2_000)).toBe(false)
    expect(view.take(change(5, [rowOf(5)]), 3_000)).toBe(true)
    expect(names(view)).toEqual(['Player 1', 'Player 2'])
    expect(view.nodes()).toEqual([{ edge: 'edge-1', reports: false }])
    expect(view.take(told(6, [rowOf(2), rowOf(5)]), 3_100)).toBe(false)
    expect(view.changes().gone).toEqual([rowId(1)])
    expect(names(view)).toEqual(['Player 2', 'Player 5'])
    expect(view.nodes()).toEqual([{ edge: 'edge-1', reports: true }])
  })

  test('who begins to watch in the middle of changes asks for the whole', () => {
    const view = connectionsView()
    expect(view.take(change(17, [rowOf(1)]), 0)).toBe(true)
    expect(names(view)).toEqual([])
  })

  test('a whole in parts replaces what was reported before when its last part has come', () => {
    const view = connectionsView()
    view.take(told(1, [rowOf(1), rowOf(2), rowOf(3)]), 0)
    view.take(told(2, [rowOf(2)], { parts: 2 }), 1_000)
    expect(names(view)).toEqual(['Player 1', 'Player 2', 'Player 3'])
    expect(view.nodes()).toEqual([{ edge: 'edge-1', reports: false }])
    view.take(told(3, [rowOf(4)], { part: 2, parts: 2 }), 1_000)
    expect(names(view)).toEqual(['Player 2', 'Player 4'])
    expect(view.take(change(4, []), 2_000)).toBe(false)
  })

  test.each([
    ['a part is missing', told(4, [rowOf(4)], { part: 3, parts: 3 })],
    ['a change comes in its midst', change(3, [rowOf(4)])],
    ['its rest comes after another', told(3, [rowOf(4)], { whole: false, part: 2, parts: 3 })],
  ])('a whole of which %s is asked for again and removes nothing', (_what, next) => {
    const view = connectionsView()
    view.take(told(1, [rowOf(1), rowOf(2)]), 0)
    view.take(told(2, [rowOf(2)], { parts: 3 }), 1_000)
    expect(view.take(next, 1_000)).toBe(true)
    expect(names(view)).toEqual(['Player 1', 'Player 2'])
  })

  test('a BFF that started over has other rows, and asked for the whole they are what is shown', () => {
    const view = connectionsView()
    view.take(told(40, [rowOf(1)]), 0)
    expect(view.take(change(2, [rowOf(2)]), 1_000)).toBe(true)
    view.take(told(3, [rowOf(2)]), 1_100)
    expect(names(view)).toEqual(['Player 2'])
  })
})

describe('a BFF that falls silent', () => {
  test('has its rows lost after 3 s with the code of a server that failed, and forgotten a minute later', () => {
    const view = connectionsView()
    const gone = rowOf(2, { state: 'lost', cause: 'closed', lastClose: { code: 'network', at: 500 } })
    view.take(told(1, [rowOf(1), gone]), 0)
    view.beat('edge-2', 0)
    view.beat('edge-1', 1_000)
    view.changes()
    for (const now of [2_000, 3_000, 4_000]) {
      view.beat('edge-2', now)
      view.tick(now)
    }
    expect(view.changes()).toEqual({ rows: [], gone: [] })
    view.tick(4_001)
    const lost = rowOf(1, {
      ...{ state: 'lost', cause: 'node', stateSince: 4_001, lastClose: { code: 'server', at: 4_001 } },
    })
    expect(view.changes()).toEqual({ rows: [lost], gone: [] })
    expect([...view.rows()]).toEqual([lost, gone])
    expect(view.nodes()).toEqual([
      { edge: 'edge-1', reports: false },
      { edge: 'edge-2', reports: false },
    ])
    for (let now = 5_000; now <= 64_000; now += 1_000) {
      view.beat('edge-2', now)
      view.tick(now)
    }
    expect([...view.rows()]).toHaveLength(2)
    view.beat('edge-2', 64_001)
    view.tick(64_001)
    expect(view.changes()).toEqual({ rows: [], gone: [rowId(1), rowId(2)] })
    expect(view.nodes()).toEqual([{ edge: 'edge-2', reports: false }])
  })

  test('and is heard again tells the whole before anything of it counts', () => {
    const view = connectionsView()
    view.take(told(1, [rowOf(1), rowOf(2)]), 0)
    view.tick(3_001)
    view.beat('edge-1', 4_000)
    expect(view.take(change(2, [rowOf(3)]), 4_100)).toBe(true)
    expect(names(view)).toEqual(['Player 1', 'Player 2'])
    view.take(told(3, [rowOf(1)]), 4_200)
    expect([...view.rows()]).toEqual([rowOf(1)])
    expect(view.nodes()).toEqual([{ edge: 'edge-1', reports: true }])
  })

  test('that beats and tells no rows does not report, and its rows stay', () => {
    const view = connectionsView()
    view.take(told(1, [rowOf(1)]), 0)
    for (let now = 500; now <= 10_000; now += 500) {
      view.beat('edge-1', now)
      view.tick(now)
    }
    expect(view.nodes()).toEqual([{ edge: 'edge-1', reports: false }])
    expect([...view.rows()]).toEqual([rowOf(1)])
  })
})

describe('a tab that moves', () => {
  const ended = rowOf(1, { tab: 'moved', state: 'resuming', cause: 'closed' })
  const back = rowOf(2, { tab: 'moved', edge: 'edge-2' })

  test('is one row: what ended at one BFF gives way to what is open at another', () => {
    const view = connectionsView()
    view.take(told(1, [rowOf(1, { tab: 'moved' })]), 0)
    view.take(told(1, [back], { edge: 'edge-2' }), 0)
    expect([...view.rows()]).toHaveLength(2)
    view.take(change(2, [ended]), 1_000)
    expect([...view.rows()]).toEqual([back])
    view.take(told(3, [ended]), 2_000)
    expect([...view.rows()]).toEqual([back])
  })

  test('is one row in the other order too', () => {
    const view = connectionsView()
    view.take(told(1, [ended]), 0)
    view.changes()
    view.take(told(1, [back], { edge: 'edge-2' }), 1_000)
    expect(view.changes()).toEqual({ rows: [back], gone: [rowId(1)] })
    view.take(change(2, [], { gone: [rowId(1)] }), 2_000)
    expect([...view.rows()]).toEqual([back])
  })
})

test('totals count the rows that are shown, and add up the last hour of each BFF', () => {
  const view = connectionsView()
  const [matchA, matchB] = ['aa', 'bb'].map((hex) => matchIdSchema.parse(hex.repeat(16)))
  if (!matchA || !matchB) throw new Error('two matches')
  const seated = [{ matchId: matchA, seat: 2 }]
  view.take(
    told(1, [
      rowOf(1, { roundTripMs: 10, matches: seated }),
      rowOf(2, { roundTripMs: 900, state: 'lagging', cause: 'round-trip', matches: seated }),
      rowOf(3, { roundTripMs: 5_000, state: 'lost', cause: 'silent', matches: seated }),
    ]),
    0,
  )
  view.take(
    told(
      1,
      [
        rowOf(4, { edge: 'edge-2', roundTripMs: null, matches: [{ matchId: matchB, seat: null }] }),
        rowOf(5, { edge: 'edge-2', roundTripMs: 30, state: 'resuming', cause: 'back' }),
      ],
      {
        edge: 'edge-2',
        totals: { ...noTotals, reconnects: 4, backSoon: 3, closes: { network: 2, kicked: 1 } },
      },
    ),
    0,
  )
  expect(view.totals()).toEqual({
    ...{ live: 2, lagging: 1, resuming: 1, lost: 1, inMatch: 2, matches: 1, p50: 30, p95: 900 },
    ...{ reconnects: 4, backSoon: 3, closes: { network: 2, kicked: 1 } },
  })
})
