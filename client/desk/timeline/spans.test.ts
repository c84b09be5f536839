import { type DeskConnectionHistory, sampleMs } from '@minefall/shared/contracts/desk'
import { describe, expect, it } from 'vitest'
import { endings, spansOf, thereMs } from './spans.ts'

const minute = 60_000
const to = 1_440 * minute
type Event = DeskConnectionHistory['events'][number]
type Sample = DeskConnectionHistory['samples'][number]

/** An event so many minutes after the begin. */
const event = (at: number, kind: Event['kind'], change: Partial<Event> = {}): Event => ({
  edge: 'edge-1',
  connectionId: 'a',
  at: at * minute,
  kind,
  code: kind === 'closed' ? 'network' : null,
  detail: {},
  ...change,
})
const sample = (at: number, change: Partial<Sample> = {}): Sample => ({
  edge: 'edge-1',
  connectionId: 'a',
  at: at * minute,
  roundTripMs: 40,
  worstMs: 80,
  jitterMs: 4,
  seconds: { live: 300, lagging: 0, resuming: 0, lost: 0 },
  ...change,
})
const history = (events: Event[], samples: Sample[] = []): DeskConnectionHistory => ({
  from: 0,
  to,
  events,
  samples,
  isCut: false,
})
/** Each span as its state with its minutes. */
const spans = (told: DeskConnectionHistory) =>
  spansOf(told).map(({ state, from, to: until }) => [state, from / minute, until / minute])

describe('a day of connections', () => {
  it('is empty where nothing is known', () => {
    expect(spans(history([]))).toEqual([])
  })

  it('goes from state to state, and is missed for a minute after its end', () => {
    const told = history([
      event(10, 'connected'),
      event(20, 'lagging'),
      event(22, 'recovered', { detail: { lastedMs: 2 * minute } }),
      event(30, 'closed', { detail: { lastedMs: 20 * minute } }),
    ])
    expect(spans(told)).toEqual([
      ['live', 10, 20],
      ['live', 22, 30],
      ['lagging', 20, 22],
      ['lost', 30, 31],
    ])
    expect([thereMs(spansOf(told)), endings(told)]).toEqual([20 * minute, 1])
  })

  it('catches up between coming back and having everything again', () => {
    const again = { detail: { again: true } }
    const told = history([
      event(10, 'connected'),
      event(20, 'closed'),
      event(20.5, 'connected', again),
      event(20.6, 'resumed', { detail: { lastedMs: 0.6 * minute, missed: 4 } }),
      // In between, without having been away.
      event(25, 'resumed', { detail: { missed: 1 } }),
      event(30, 'closed'),
    ])
    expect(spans(told)).toEqual([
      ['live', 10, 20],
      ['live', 20.6, 30],
      ['resuming', 20.5, 20.6],
      ['lost', 20, 20.5],
      ['lost', 30, 31],
    ])
  })

  it('begins before what is known of it', () => {
    expect(spans(history([event(30, 'closed', { detail: { lastedMs: 3_000 * minute } })]))).toEqual([
      ['live', 0, 30],
      ['lost', 30, 31],
    ])
    expect(spans(history([event(30, 'closed')], [sample(5), sample(10)]))[0]).toEqual(['live', 5, 30])
    expect(
      spans(history([event(9, 'recovered', { detail: { lastedMs: minute } }), event(12, 'closed')])),
    ).toEqual([
      ['live', 9, 12],
      ['lagging', 8, 9],
      ['lost', 12, 13],
    ])
  })

  it('begins when it connected, and not with the five minutes that it was first measured in', () => {
    const measured = (...at: number[]) => at.map((each) => sample(each))
    const ended = [event(12, 'connected'), event(30, 'closed')]
    expect(spans(history(ended, measured(10, 15)))[0]).toEqual(['live', 12, 30])
    expect(spans(history(ended, measured(5, 10)))[0]).toEqual(['live', 5, 12])
    expect(spans(history([event(12, 'lagging'), event(14, 'closed')], measured(10)))[0]).toEqual([
      'live',
      10,
      12,
    ])
  })

  it('lasts until now where it has not ended, and no longer than anything was reported of it', () => {
    const still = history([event(1_430, 'connected')], [sample(1_430)])
    expect(spans(still)).toEqual([['live', 1_430, 1_440]])
    const silent = history([event(100, 'connected')], [sample(100), sample(105)])
    expect(spans(silent)).toEqual([['live', 100, 105 + sampleMs / minute]])
  })

  it('ends without being missed where its tab went on as someone else', () => {
    expect(spans(history([event(10, 'connected'), event(20, 'closed', { code: null })]))).toEqual([
      ['live', 10, 20],
    ])
  })

  it('counts two at once only once', () => {
    const other = { connectionId: 'b' }
    const told = history([
      event(10, 'connected'),
      event(15, 'connected', other),
      event(20, 'closed'),
      event(30, 'closed', other),
    ])
    expect([thereMs(spansOf(told)), endings(told)]).toEqual([20 * minute, 2])
  })
})
