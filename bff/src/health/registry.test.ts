import { closeCodeNames } from '@minefall/shared/contracts/live'
import { describe, expect, test } from 'vitest'
import {
  follow,
  kinds,
  matchA,
  matchB,
  playerCalled,
  registryUnderTest,
  type Stand,
  standIn,
} from './testing.ts'

const brief = ({ rows }: ReturnType<ReturnType<typeof registryUnderTest>['pass']>) =>
  rows.map(({ state, cause }) => (cause === null ? state : `${state}: ${cause}`))

describe('a row', () => {
  test('says all there is to know of a connection, and never a token, a device id or a tab', () => {
    const registry = registryUnderTest()
    const ann = standIn()
    registry.opened(ann)
    follow(ann)
    ann.roundTrip.samples.push(40.4, 61.6)
    ann.reported = { jitterMs: 12, unacknowledged: 2, seqLag: 7 }
    ann.queued = 4_096
    const { rows } = registry.pass(1_000, { heard: [ann], wanted: 'whole' })
    expect(rows).toEqual([
      {
        id: '0000000000000001',
        edge: 'edge-1',
        tab: expect.stringMatching(/^[0-9a-f]{16}$/),
        ...{ playerId: 'id-Ann', name: 'Ann', guest: false, avatar: 'a1' },
        ...{ state: 'live', cause: null, since: 0, stateSince: 0 },
        ...{ roundTripMs: 62, jitterMs: 12, recent: [40, 62] },
        ...{ transport: 'websocket', device: 'Android, Chrome', locale: 'pt-BR', release: 'r1' },
        ...{ reconnectsLastHour: 0, lastClose: null, matches: [{ matchId: matchA, seat: 1 }] },
        ...{ seqLag: 7, unacknowledged: 2, queuedBytes: 4_096 },
      },
    ])
    expect(JSON.stringify(rows)).not.toContain(ann.deviceId)
    expect(JSON.stringify(rows)).not.toContain(ann.tab)
  })

  test.each<[string, (stand: Stand) => void]>([
    ['round trip by 20 ms', (stand) => stand.roundTrip.samples.push(120)],
    ['jitter', ({ reported }) => Object.assign(reported, { jitterMs: 30 })],
    ['sequence lag', ({ reported }) => Object.assign(reported, { seqLag: 1 })],
    ['commands', ({ reported }) => Object.assign(reported, { unacknowledged: 1 })],
    ['queue', (stand) => Object.assign(stand, { queued: 2_000 })],
    ['matches', (stand) => follow(stand)],
    ['seat', (stand) => follow(stand, matchB, 3)],
    ['player', (stand) => Object.assign(stand, { player: playerCalled('Bea') })],
    ['name', ({ player }) => Object.assign(player.view, { name: 'Ann B' })],
  ])('is reported again when its %s changed, and once', (_what, change) => {
    const registry = registryUnderTest()
    const ann = standIn()
    ann.roundTrip.samples.push(100)
    follow(ann, matchB, 2)
    registry.opened(ann)
    expect(registry.pass(1_000, { heard: [ann], wanted: 'whole' }).rows).toHaveLength(1)
    expect(registry.pass(2_000, { heard: [ann] }).rows).toEqual([])
    change(ann)
    expect(registry.pass(1_000, { heard: [ann] }).rows).toHaveLength(1)
    expect(registry.pass(1_000, { heard: [ann] }).rows).toEqual([])
  })

  test.each([
    [100, 109, 0],
    [100, 110, 1],
    [10, 14, 0],
    [10, 15, 1],
    [1_000, 1_019, 0],
    [1_000, 1_020, 1],
  ])('after a round trip of %i ms one of %i ms is reported %i times', (before, after, times) => {
    const registry = registryUnderTest()
    const ann = standIn()
    ann.roundTrip.samples.push(before)
    registry.opened(ann)
    registry.pass(1_000, { heard: [ann] })
    ann.roundTrip.samples.push(after)
    expect(registry.pass(1_000, { heard: [ann] }).rows).toHaveLength(times)
  })
})

describe('states and their causes, as they follow each other', () => {
  test('a cut network: asked, lost within five seconds, and well again when it is heard', () => {
    const registry = registryUnderTest()
    const ann = standIn()
    registry.opened(ann)
    registry.pass(1_000, { heard: [ann] })
    const cutAt = registry.now()
    registry.pass(3_000)
    ann.pingSince = registry.now()
    expect(brief(registry.pass(1_000))).toEqual(['lost: silent'])
    expect(registry.now() - cutAt).toBeLessThan(5_000)
    ann.pingSince = null
    expect(brief(registry.pass(1_000, { heard: [ann] }))).toEqual(['live'])
    expect(kinds(registry)).toEqual(['connected', 'lagging', 'recovered'])
    expect(registry.history.events[1]?.detail).toEqual({ cause: 'waiting', roundTripMs: 0 })
    expect(registry.history.events[2]?.detail).toEqual({ lastedMs: 1_000 })
  })

  test('long round trips lag until they are well below what is too long', () => {
    const registry = registryUnderTest()
    const ann = standIn()
    registry.opened(ann)
    const told = [401, 350, 401, 320].flatMap((ms) => {
      ann.roundTrip.samples.push(ms)
      return brief(registry.pass(1_000, { heard: [ann] }))
    })
    expect(told).toEqual(['lagging: round-trip', 'lagging: round-trip', 'lagging: round-trip', 'live'])
    expect(kinds(registry)).toEqual(['connected', 'lagging', 'recovered'])
    expect(registry.history.events[1]?.detail).toEqual({ cause: 'round-trip', roundTripMs: 401 })
  })

  test('one that reads too slowly lags, then catches up, then is live', () => {
    const registry = registryUnderTest()
    const ann = standIn()
    registry.opened(ann)
    const told = (['shed', 'resuming', 'streaming'] as const).flatMap((state) => {
      ann.follows.set(matchA, { matchId: matchA, seat: 1, state })
      return brief(registry.pass(1_000, { heard: [ann] }))
    })
    expect(told).toEqual(['lagging: shed', 'resuming: catching-up', 'live'])
    expect(kinds(registry)).toEqual(['connected', 'lagging', 'recovered'])
  })

  test('our own delay is no one’s: a look that comes late judges no one', () => {
    const registry = registryUnderTest()
    const ann = standIn()
    registry.opened(ann)
    registry.pass(1_000, { heard: [ann] })
    ann.pingSince = registry.now()
    registry.stall(8_000)
    expect(brief(registry.pass(1_000))).toEqual([])
    ann.pingSince = null
    expect(brief(registry.pass(1_000, { heard: [ann] }))).toEqual([])
    expect(kinds(registry)).toEqual(['connected'])
  })

  test('but looks that are late one after the other judge all the same', () => {
    const registry = registryUnderTest()
    const ann = standIn()
    registry.opened(ann)
    ann.pingSince = 0
    registry.stall(8_000)
    expect(brief(registry.pass(1_000))).toEqual(['live'])
    registry.stall(1_000)
    expect(brief(registry.pass(1_000))).toEqual(['lost: silent'])
  })
})

describe('a clock that is set back', () => {
  test('makes no time below zero, which the platform would refuse', () => {
    const registry = registryUnderTest()
    const [ann, bea] = [standIn(), standIn({ player: playerCalled('Bea') })]
    registry.opened(ann)
    registry.opened(bea)
    registry.stall(7_200_000)
    registry.pass(2_000, { heard: [ann, bea] })
    ann.roundTrip.samples.push(401)
    registry.pass(1_000, { heard: [ann, bea] })
    registry.stall(-3_600_000)
    ann.roundTrip.samples.push(1)
    bea.player = playerCalled('Bee')
    registry.pass(1_000, { heard: [ann, bea] })
    registry.closed(ann, 'network')
    registry.pass(301_000, { heard: [bea] })
    const lasted = registry.history.events.map(({ detail }) => detail.lastedMs ?? 0)
    const seconds = registry.history.samples.flatMap((sample) => Object.values(sample.seconds))
    expect(Math.min(...lasted, ...seconds)).toBe(0)
    expect(kinds(registry)).toContain('recovered')
  })

  test('keeps no row of a connection that ended before', () => {
    const registry = registryUnderTest()
    const ann = standIn()
    registry.opened(ann)
    registry.stall(7_200_000)
    registry.closed(ann, 'network')
    registry.stall(-3_600_000)
    registry.pass(1_000)
    expect(registry.totals()).toMatchObject({ live: 0, lost: 0 })
  })
})

describe('a connection that ended', () => {
  test.each(closeCodeNames)('with %s is kept for a minute with its code, then gone', (code) => {
    const registry = registryUnderTest()
    const ann = standIn()
    registry.opened(ann)
    follow(ann)
    registry.pass(1_000, { heard: [ann] })
    registry.closed(ann, code)
    ann.follows.clear()
    const { rows, gone } = registry.pass(59_000)
    expect(rows[0]).toMatchObject({ lastClose: { code, at: 1_000 }, matches: [{ matchId: matchA, seat: 1 }] })
    expect(rows.at(-1)).toMatchObject({ state: 'lost', cause: 'closed' })
    expect(gone).toEqual([])
    expect(registry.pass(1_000)).toEqual({ rows: [], gone: ['0000000000000001'] })
    expect(registry.history.events[1]).toMatchObject({
      kind: code === 'kicked' ? 'kicked' : 'closed',
      ...{ code, detail: { lastedMs: 1_000, roundTripMs: 0 } },
    })
  })

  test('is taken over by the next one of the same tab, which resumes until it follows again what it followed', () => {
    const registry = registryUnderTest()
    const ann = standIn()
    registry.opened(ann)
    follow(ann)
    registry.pass(1_000, { heard: [ann] })
    registry.closed(ann, 'network')
    registry.pass(3_000)
    const back = standIn({ player: ann.player, lastSeenAt: registry.now() })
    registry.opened(back)
    const returned = registry.pass(1_000, { heard: [back] }).rows
    expect(returned).toHaveLength(1)
    expect(returned[0]).toMatchObject({
      ...{ id: '0000000000000001', state: 'resuming', cause: 'back', since: 4_000 },
      ...{ reconnectsLastHour: 1, lastClose: { code: 'network', at: 1_000 } },
    })
    follow(back)
    registry.resumed(back, { matchId: matchA, missed: 4 })
    expect(brief(registry.pass(1_000, { heard: [back] }))).toEqual(['live'])
    expect(kinds(registry)).toEqual(['connected', 'closed: network', 'connected', 'resumed'])
    expect(registry.history.events[2]?.detail).toMatchObject({ again: true })
    expect(registry.history.events[3]?.detail).toEqual({ matchId: matchA, missed: 4, lastedMs: 4_000 })
    expect(registry.totals()).toMatchObject({ live: 1, lost: 0, reconnects: 1, backSoon: 1 })
  })

  test('and does not follow again is awaited for ten seconds', () => {
    const registry = registryUnderTest()
    const ann = standIn()
    registry.opened(ann)
    follow(ann)
    registry.closed(ann, 'server')
    const back = standIn({ player: ann.player })
    registry.opened(back)
    expect(brief(registry.pass(9_000, { heard: [back] }))).toEqual(['resuming: back'])
    expect(brief(registry.pass(1_000, { heard: [back] }))).toEqual(['live'])
  })

  test('and had been silent ended by that, though its tab replaced it', () => {
    const registry = registryUnderTest()
    const ann = standIn()
    registry.opened(ann)
    ann.pingSince = 0
    registry.pass(5_000)
    registry.closed(ann, 'replaced')
    registry.opened(standIn({ player: ann.player, lastSeenAt: registry.now() }))
    expect(registry.pass(1_000).rows.at(-1)).toMatchObject({ lastClose: { code: 'timeout', at: 5_000 } })
  })

  test('counts its returns for an hour', () => {
    const registry = registryUnderTest()
    let stand = standIn()
    registry.opened(stand)
    for (let n = 0; n < 3; n++) {
      registry.closed(stand, 'network')
      stand = standIn({ player: stand.player, lastSeenAt: registry.now() })
      registry.opened(stand)
    }
    expect(registry.pass(1_000, { heard: [stand] }).rows.at(-1)).toMatchObject({ reconnectsLastHour: 3 })
    expect(registry.pass(3_600_000, { heard: [stand] }).rows.at(-1)).toMatchObject({ reconnectsLastHour: 0 })
    expect(registry.totals()).toMatchObject({ reconnects: 0, closes: {} })
  })

  test('is no row for another player’s socket that names the same tab', () => {
    const registry = registryUnderTest()
    const ann = standIn()
    registry.opened(ann)
    const bea = standIn({ player: playerCalled('Bea') })
    registry.opened(bea)
    const { rows } = registry.pass(1_000, { heard: [ann, bea] })
    expect(rows.map(({ name }) => name)).toEqual(['Ann', 'Bea'])
    registry.closed(ann, 'network')
    expect(registry.totals()).toMatchObject({ live: 1, lost: 1 })
  })
})
