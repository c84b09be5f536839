import { analyticsEventSchema } from '@minefall/shared/analytics'
import { describe, expect, test } from 'vitest'
import { buttonClick, deviceTypeOf, gameEnter, pageView, publicAddress } from './events.ts'
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
