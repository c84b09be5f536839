import { analyticsEventSchema } from '@minefall/shared/analytics'
import { describe, expect, test } from 'vitest'
import { safeStorage } from '../lib/storage.ts'
import { buttonClick, deviceTypeOf, gameEnter, pageView, publicAddress, visitId } from './events.ts'
import { where } from './testing.ts'

test('every event is one that the platform takes', () => {
  const long = { ...where, url: `${where.url}${'a'.repeat(3_000)}`, userAgent: 'a'.repeat(3_000) }
  const page = { name: 'game', gameId: 'mines-duel' } as const
  for (const event of [
    pageView(page, 'games', where),
    pageView({ name: 'home', gameId: null }, null, long),
    gameEnter('mines-duel', 'home', where),
    buttonClick('rematch', page, where),
    buttonClick('log-in', null, long),
  ])
    expect(analyticsEventSchema.parse(event)).toEqual(event)
})

test('an event says what happened, and the documented rest', () => {
  expect(
    buttonClick('rematch', { name: 'game', gameId: 'mines-duel' }, { ...where, userId: 'anna' }),
  ).toEqual({
    eventType: 'button_click',
    eventName: 'rematch',
    sessionId: where.sessionId,
    timestamp: where.now,
    deviceType: 'desktop',
    currentUrl: 'https://play.example/',
    userId: 'anna',
    userAgent: where.userAgent,
    referrer: '',
    gameId: 'mines-duel',
    fromPage: 'game',
    additionalData: { eventId: where.eventId },
  })
})

test('a visit keeps its id in store until half an hour has no event', () => {
  const store = safeStorage(() => {
    throw new Error('no storage')
  })
  const drawn: string[] = []
  const drawId = () => {
    drawn.push(`visit-${drawn.length + 1}`)
    return drawn.at(-1) ?? ''
  }
  const at = (minutes: number) => visitId(store, { now: minutes * 60_000, drawId })
  expect([at(100), at(129), at(158)]).toEqual(['visit-1', 'visit-1', 'visit-1'])
  expect(store.get('session_id')).toBe('visit-1')
  expect(at(188)).toBe('visit-2')
  // A clock that was set back.
  expect(at(10)).toBe('visit-3')
  store.set('session_id', 'not an id')
  expect(at(11)).toBe('visit-4')
})

describe('an address is reported', () => {
  test.each([
    ['', ''],
    ['android-app://com.example.reader/', ''],
    ['https://play.example/games#top', 'https://play.example/games'],
    ['https://play.example/?modal=wallet&tab=deposits&order=1', 'https://play.example/?modal=wallet'],
    ['https://play.example/?invite=12345678', 'https://play.example/'],
    ['https://play.example/?modal=<b>', 'https://play.example/'],
    [`https://play.example/game/mines-duel?match=${'a'.repeat(32)}`, 'https://play.example/game/mines-duel'],
    ['https://anna:secret@search.example/?q=her+name', 'https://search.example/'],
  ])('of %j as %j', (address, told) => {
    expect(publicAddress(address)).toBe(told)
  })
})

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148', 'mobile'],
  ['Mozilla/5.0 (Linux; Android 15; SM-X910) Chrome/131.0 Safari/537.36', 'mobile'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15', 'desktop'],
  ['', 'desktop'],
])('%j is %s', (userAgent, deviceType) => {
  expect(deviceTypeOf(userAgent)).toBe(deviceType)
})
