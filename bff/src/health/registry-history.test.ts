import { describe, expect, test } from 'vitest'
import { follow, kinds, matchA, matchB, playerCalled, registryUnderTest, standIn } from './testing.ts'

test('anyone who signs in over the same connection is the end of one history and the begin of another', () => {
  const registry = registryUnderTest()
  const stand = standIn({ player: playerCalled('guest') })
  registry.opened(stand)
  registry.pass(2_000, { heard: [stand] })
  stand.player = playerCalled('Ann')
  registry.pass(1_000, { heard: [stand] })
  expect(registry.history.events.map(({ playerId, kind }) => `${playerId} ${kind}`)).toEqual([
    'id-guest connected',
    'id-guest closed',
    'id-Ann connected',
  ])
  expect(registry.history.samples).toMatchObject([{ playerId: 'id-guest', seconds: { live: 2 } }])
})

test('a look that finds nothing missing is not told; one that does is, every five seconds at most', () => {
  const registry = registryUnderTest()
  const ann = standIn()
  registry.opened(ann)
  registry.resumed(ann, { matchId: matchA, missed: 0 })
  registry.resumed(ann, { matchId: matchA, missed: 3 })
  registry.resumed(ann, { matchId: matchB, missed: 3 })
  registry.pass(5_000, { heard: [ann] })
  registry.resumed(ann, { matchId: matchB, missed: null })
  expect(kinds(registry)).toEqual(['connected', 'resumed', 'resumed'])
})

describe('five minutes', () => {
  test('are reported when they are over: how long in each state, the round trips, the jitter', () => {
    const registry = registryUnderTest()
    const ann = standIn()
    registry.opened(ann)
    for (const ms of [10, 20, 30, 40, 900]) {
      ann.roundTrip.samples.push(ms)
      ann.reported = { jitterMs: ms / 10, unacknowledged: 0, seqLag: 0 }
      registry.pass(1_000, { heard: [ann] })
    }
    ann.roundTrip.samples.push(20)
    registry.pass(294_000, { heard: [ann] })
    expect(registry.history.samples).toEqual([])
    registry.pass(1_000, { heard: [ann] })
    expect(registry.history.samples).toEqual([
      {
        ...{ playerId: 'id-Ann', connectionId: '0000000000000001', at: 0 },
        ...{ roundTripMs: 10, worstMs: 900, jitterMs: 32 },
        seconds: { live: 299, lagging: 1, resuming: 0, lost: 0 },
      },
    ])
    registry.pass(300_000, { heard: [ann] })
    expect(registry.history.samples[1]).toMatchObject({
      ...{ at: 300_000, roundTripMs: null, worstMs: null, jitterMs: null },
      seconds: { live: 300 },
    })
  })

  test('hear of a connection that is gone when its row is', () => {
    const registry = registryUnderTest()
    const ann = standIn()
    registry.opened(ann)
    registry.pass(10_000, { heard: [ann] })
    registry.closed(ann, 'kicked')
    registry.pass(60_000)
    expect(registry.history.samples).toMatchObject([{ at: 0, seconds: { live: 10, lost: 59 } }])
  })
})

test('a minute tells how things stand, and what happened since it was asked before', () => {
  const registry = registryUnderTest()
  const [ann, bea] = [standIn(), standIn({ player: playerCalled('Bea'), tab: '02'.repeat(8) })]
  registry.opened(ann)
  registry.opened(bea)
  follow(ann)
  ann.roundTrip.samples.push(30)
  registry.closed(bea, 'slow')
  registry.pass(61_000, { heard: [ann] })
  expect(registry.minute()).toEqual({
    ...{ at: 60_000, live: 1, lagging: 0, resuming: 0, lost: 0, inMatch: 1, p50: 30, p95: 30 },
    ...{ reconnects: 0, closes: { slow: 1 } },
  })
  expect(registry.minute()).toMatchObject({ reconnects: 0, closes: {} })
})

test('rows of connections that ended are bounded: the oldest go first', () => {
  const registry = registryUnderTest()
  for (let n = 0; n < 10_002; n++) {
    const stand = standIn({ tab: n.toString(16).padStart(16, '0') })
    registry.opened(stand)
    registry.closed(stand, 'network')
  }
  const { rows } = registry.pass(1_000, { wanted: 'whole' })
  expect(rows).toHaveLength(10_000)
  expect(rows[0]).toMatchObject({ id: (3).toString(16).padStart(16, '0') })
})
