import { describe, expect, test } from 'vitest'
import { analyticsBatchSchema, analyticsEventSchema } from './index.ts'

const event = {
  eventType: 'page_view',
  eventName: 'home',
  sessionId: 'b2c9a1f0-6d0e-4b1c-9a53-5a1f0c7f3b11',
  timestamp: Date.UTC(2025, 5, 1),
  deviceType: 'mobile',
  currentUrl: 'https://play.example/games',
  userId: null,
  userAgent: 'Mozilla/5.0',
  referrer: '',
  gameId: null,
  fromPage: 'home',
  additionalData: { eventId: '0197ab7e-5c3e-7c58-a0f9-6f2f3b0a9a51' },
}
const takes = (change: object) => analyticsEventSchema.safeParse({ ...event, ...change }).success

test('an event is as documented, and what need not be told may be left out', () => {
  expect(analyticsEventSchema.parse(event)).toEqual(event)
  const { referrer, gameId, fromPage, additionalData, ...least } = event
  expect(analyticsEventSchema.parse(least)).toEqual({
    ...least,
    referrer: '',
    gameId: null,
    fromPage: null,
    additionalData: {},
  })
})

test('fields that no one knows are dropped', () => {
  expect(analyticsEventSchema.parse({ ...event, password: 'secret' })).toEqual(event)
})

describe('an event is refused', () => {
  test.each([
    ['of another kind', { eventType: 'purchase' }],
    ['without a name', { eventName: '' }],
    ['with a name too long', { eventName: 'a'.repeat(65) }],
    ['with a name of more than one word', { eventName: 'buy now' }],
    ['of a session that is none', { sessionId: '' }],
    ['of no moment', { timestamp: '2025-06-01' }],
    ['of half a moment', { timestamp: Date.UTC(2025, 5, 1) + 0.5 }],
    ['of another century', { timestamp: Date.UTC(1970, 0) }],
    ['of a far future', { timestamp: 1e18 }],
    ['of another device', { deviceType: 'watch' }],
    ['with an address too long', { currentUrl: `https://play.example/${'a'.repeat(1_000)}` }],
    ['with a control character', { userAgent: 'a\u0000b' }],
    ['with half a character', { referrer: '\ud800' }],
    ['of someone without an id', { userId: 'some body' }],
    ['of a game that can’t be', { gameId: '../etc' }],
    ['that enters no game', { eventType: 'game_enter' }],
    ['with an id that is none', { additionalData: { eventId: '1' } }],
    ['with something deep', { additionalData: { deep: { er: 1 } } }],
    ['with a long value', { additionalData: { note: 'a'.repeat(201) } }],
    ['with a key that is none', { additionalData: { 'a b': 1 } }],
    [
      'with too many values',
      { additionalData: Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`k${at}`, 1])) },
    ],
  ])('%s', (_name, change) => {
    expect(takes({})).toBe(true)
    expect(takes(change)).toBe(false)
  })
})

test('a call brings 1 to 100 events, and the time it is sent at', () => {
  const taken = (count: number, timestamp: unknown = event.timestamp) =>
    analyticsBatchSchema.safeParse({ events: Array(count).fill(event), timestamp }).success
  expect([0, 1, 100, 101].map((count) => taken(count))).toEqual([false, true, true, false])
  expect(taken(1, null)).toBe(false)
})
