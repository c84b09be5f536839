import { type CloseCode, closeCodeNames } from '@minefall/shared/contracts/live'
import { describe, expect, test } from 'vitest'
import { comingBackMs, type Facts, judge, judgeEnded } from './state.ts'

const weakMs = 400
const well: Facts = {
  ...{ roundTripMs: 40, pingWaitMs: null, quietMs: 900 },
  ...{ shed: false, catchingUp: false, back: false },
}
const stateOf = (facts: Partial<Facts>, before: Parameters<typeof judge>[2] = null) => {
  const { state, cause } = judge({ ...well, ...facts }, weakMs, before)
  return cause === null ? state : `${state}: ${cause}`
}

describe('an open connection', () => {
  test.each<[string, Partial<Facts>, string]>([
    ['is live', {}, 'live'],
    ['is live before its first round trip', { roundTripMs: 0 }, 'live'],
    ['is live at the longest round trip that is fine', { roundTripMs: 400 }, 'live'],
    ['lags above it', { roundTripMs: 401 }, 'lagging: round-trip'],
    ['is live while a ping is not late', { pingWaitMs: 2_000 }, 'live'],
    ['lags when it is', { pingWaitMs: 2_001 }, 'lagging: waiting'],
    ['lags when it was taken off a match', { shed: true }, 'lagging: shed'],
    ['resumes while it catches up', { catchingUp: true }, 'resuming: catching-up'],
    ['resumes until it follows what it followed', { back: true }, 'resuming: back'],
    ['is lost when a ping gets no answer', { pingWaitMs: 4_001 }, 'lost: silent'],
    [
      'is not lost though a ping waits, as long as it is heard',
      { pingWaitMs: 1_000, quietMs: 3_500 },
      'live',
    ],
    [
      'is lost when nothing is heard although it was asked',
      { pingWaitMs: 1_000, quietMs: 3_501 },
      'lost: silent',
    ],
    [
      'is not lost at the look that asks it, late in its silence',
      { roundTripMs: 0, pingWaitMs: 3, quietMs: 3_599 },
      'live',
    ],
    ['is live when nothing is heard and nothing was asked', { quietMs: 60_000 }, 'live'],
    [
      'is waited for longer where its answers take long',
      { roundTripMs: 1_000, pingWaitMs: 2_000, quietMs: 5_000 },
      'lagging: round-trip',
    ],
    ['but not forever', { roundTripMs: 1_000, pingWaitMs: 2_001, quietMs: 5_000 }, 'lost: silent'],
    [
      'resumes rather than lags, and is lost before both',
      { catchingUp: true, roundTripMs: 900, pingWaitMs: 2_500 },
      'resuming: catching-up',
    ],
    ['lags for its reading first', { shed: true, catchingUp: true, roundTripMs: 900 }, 'lagging: shed'],
  ])('%s', (_name, facts, expected) => expect(stateOf(facts)).toBe(expected))

  test('that lagged for its round trips is well again a fifth below', () => {
    expect(stateOf({ roundTripMs: 321 }, 'round-trip')).toBe('lagging: round-trip')
    expect(stateOf({ roundTripMs: 320 }, 'round-trip')).toBe('live')
    expect(stateOf({ roundTripMs: 321 }, 'waiting')).toBe('live')
  })
})

describe('a connection that ended', () => {
  const expected: Partial<Record<CloseCode, string>> = {
    ...{ server: 'resuming', game: 'resuming', drain: 'resuming', slow: 'lagging' },
  }

  test.each(closeCodeNames)('with %s is what the closed table says for ten seconds, then lost', (code) => {
    const early = { state: expected[code] ?? 'lost', cause: 'closed' }
    expect(judgeEnded(code, 0)).toEqual(early)
    expect(judgeEnded(code, comingBackMs - 1)).toEqual(early)
    expect(judgeEnded(code, comingBackMs)).toEqual({ state: 'lost', cause: 'closed' })
  })
})
