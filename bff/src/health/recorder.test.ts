import { type BodyCode, bodyCode, ok, refuse } from '@minefall/shared/contracts'
import type {
  ConnectionEvent,
  ConnectionMinute,
  ConnectionSample,
  HealthBatch,
} from '@minefall/shared/contracts/desk'
import { inProcessBus, silentLogger } from '@minefall/shared/node'
import { manualClock } from '@minefall/shared/testing'
import { describe, expect, test } from 'vitest'
import { backlog as backlogOf } from './history.ts'
import { recorder as recorderOf } from './recorder.ts'

const event = (n: number): ConnectionEvent => ({
  ...{ playerId: 'p', connectionId: 'c', at: n, kind: 'connected', code: null, detail: {} },
})
const sample = (n: number): ConnectionSample => ({
  ...{ playerId: 'p', connectionId: 'c', at: n * 300_000, roundTripMs: 1, worstMs: 1, jitterMs: null },
  seconds: { live: 300, lagging: 0, resuming: 0, lost: 0 },
})
const minute = (at: number, given: Partial<ConnectionMinute> = {}): ConnectionMinute => ({
  ...{ at, live: 1, lagging: 0, resuming: 0, lost: 0, inMatch: 0, p50: null, p95: null },
  ...{ reconnects: 0, closes: {}, ...given },
})

/** A recorder over a bus, where the platform answers as told. */
const recording = () => {
  const bus = inProcessBus({ log: silentLogger() })
  const clock = manualClock()
  const dropped: string[] = []
  const outcomes: string[] = []
  const logged: unknown[] = []
  const backlog = backlogOf((what) => dropped.push(what))
  const given: HealthBatch[] = []
  const platform: { code: BodyCode } = { code: bodyCode.ok }
  let [now, batches] = [minute(60_000), 0]
  bus.respond('health.record', async (batch) => {
    given.push(batch)
    return platform.code === bodyCode.ok ? ok(null) : refuse(platform.code, 'no')
  })
  const recorder = recorderOf({
    ...{ bus, clock, edge: 'edge-1', requestMs: 4_000, backlog },
    log: { error: (fields: unknown) => void logged.push(fields) },
    newBatchId: () => {
      batches += 1
      return `00000000-0000-4000-8000-${String(batches).padStart(12, '0')}`
    },
    minute: () => now,
    answered: (outcome) => outcomes.push(outcome),
  })
  return {
    ...{ backlog, logged, dropped, outcomes, given, platform, recorder },
    stands: (at: ConnectionMinute) => {
      now = at
    },
  }
}

describe('what the platform is to keep', () => {
  test('is reported once, with how the minute stands', async () => {
    const { recorder, backlog, given, outcomes } = recording()
    backlog.event(event(1))
    backlog.sample(sample(1))
    await recorder.send()
    await recorder.send()
    expect(given).toMatchObject([
      { edge: 'edge-1', events: [event(1)], samples: [sample(1)], totals: [minute(60_000)] },
      { events: [], samples: [], totals: [minute(60_000)] },
    ])
    expect(outcomes).toEqual(['stored', 'stored'])
    expect(backlog.size()).toBe(0)
  })

  test('is sent again as it was until there is an answer, and what came in the meantime after it', async () => {
    const { recorder, backlog, given, outcomes, platform, stands } = recording()
    platform.code = bodyCode.unavailable
    backlog.event(event(1))
    stands(minute(60_000, { reconnects: 1 }))
    await recorder.send()
    backlog.event(event(2))
    stands(minute(60_000, { live: 2, reconnects: 2, closes: { network: 1 } }))
    await recorder.send()
    stands(minute(60_000, { live: 3, reconnects: 4, closes: { network: 1, kicked: 1 } }))
    platform.code = bodyCode.ok
    await recorder.send()
    expect(given.map(({ batchId }) => batchId.slice(-1))).toEqual(['1', '1', '1', '2'])
    expect(given[2]).toEqual(given[0])
    expect(given[0]).toMatchObject({ events: [event(1)], totals: [{ reconnects: 1 }] })
    expect(given[3]).toMatchObject({
      events: [event(2)],
      totals: [minute(60_000, { live: 3, reconnects: 6, closes: { network: 2, kicked: 1 } })],
    })
    expect(outcomes).toEqual(['unanswered', 'unanswered', 'stored', 'stored'])
  })

  test('has each minute once, also where the clock was set back while there was no answer', async () => {
    const { recorder, given, platform, stands } = recording()
    platform.code = bodyCode.unavailable
    for (const at of [0, 60_000, 120_000, 60_000]) {
      stands(minute(at, { reconnects: 1 }))
      await recorder.send()
    }
    platform.code = bodyCode.ok
    await recorder.send()
    expect(given.at(-1)?.totals.map(({ at, reconnects }) => [at, reconnects])).toEqual([
      [120_000, 1],
      [60_000, 3],
    ])
  })

  test('is given up when it is refused, which is logged', async () => {
    const { recorder, backlog, given, outcomes, platform, logged } = recording()
    platform.code = bodyCode.badParameters
    backlog.event(event(1))
    await recorder.send()
    platform.code = bodyCode.ok
    await recorder.send()
    expect(given.map(({ events }) => events.length)).toEqual([1, 0])
    expect(outcomes).toEqual(['refused', 'stored'])
    expect(logged).toEqual([{ code: bodyCode.badParameters, msg: 'no' }])
  })

  test('is reported in as many batches as it takes', async () => {
    const { recorder, backlog, given } = recording()
    for (let n = 0; n < 1_200; n++) backlog.event(event(n))
    for (let n = 0; n < 700; n++) backlog.sample(sample(n))
    await recorder.send()
    expect(given.map(({ events, samples }) => [events.length, samples.length])).toEqual([
      [500, 500],
      [500, 200],
      [200, 0],
    ])
  })

  test('of an empty house is reported once, and then nothing', async () => {
    const { recorder, given, stands } = recording()
    const empty = minute(60_000, { live: 0 })
    stands(empty)
    await recorder.send()
    expect(given).toEqual([])
    stands(minute(60_000))
    await recorder.send()
    stands(empty)
    await recorder.send()
    await recorder.send()
    expect(given.map(({ totals }) => totals)).toEqual([[minute(60_000)], [empty]])
  })

  test('is bounded: the oldest samples go first, then the oldest events, and minutes after an hour', () => {
    const { backlog, dropped } = recording()
    for (let n = 0; n < 5; n++) backlog.sample(sample(n))
    for (let n = 0; n < 20_002; n++) backlog.event(event(n))
    expect(dropped).toEqual(['sample', 'sample', 'sample', 'sample', 'sample', 'event', 'event'])
    for (let n = 0; n <= 60; n++) backlog.minute(minute(n * 60_000))
    expect(dropped.at(-1)).toBe('minute')
    const { events, totals } = backlog.take()
    expect(events[0]).toEqual(event(2))
    expect(totals).toHaveLength(60)
    expect(totals[0]).toMatchObject({ at: 60_000 })
  })
})
