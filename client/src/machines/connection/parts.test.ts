import { encodeMove } from '@minefall/shared/contracts/live'
import { type GameEvent, type MatchId, matchIdSchema } from '@minefall/shared/game'
import { describe, expect, test, vi } from 'vitest'
import { safeStorage } from '../../lib/storage.ts'
import { memoryStore } from '../../lib/testing-storage.ts'
import { readClock } from './clock.ts'
import { deviceId, randomHex } from './identity.ts'
import { backoffMs } from './link.ts'
import { closeCodeOf, parseIncoming } from './socket-link.ts'

describe('the device id', () => {
  test('is 16 random bytes, made once', () => {
    const store = memoryStore()
    const made = deviceId(store)
    expect(made).toMatch(/^[0-9a-f]{32}$/)
    expect(deviceId(store)).toBe(made)
    expect(deviceId(memoryStore())).not.toBe(made)
  })

  test('is made again when what is kept is damaged', () => {
    const store = memoryStore(new Map([['device_id', 'damaged']]))
    expect(deviceId(store)).toMatch(/^[0-9a-f]{32}$/)
  })

  test('lasts as long as the page where nothing can be stored', () => {
    const store = safeStorage(() => {
      throw new Error('forbidden')
    })
    expect(deviceId(store)).toBe(deviceId(store))
  })

  test('random bytes keep their leading zeros', () => {
    vi.spyOn(crypto, 'getRandomValues').mockImplementationOnce((bytes) => bytes)
    expect(randomHex(4)).toBe('00000000')
  })
})

test('pauses have full jitter and a cap', () => {
  expect(backoffMs(0, () => 0)).toBe(0)
  expect(backoffMs(3, () => 0.999_999)).toBe(999)
  expect(backoffMs(19, () => 0.999_999)).toBe(999)
  expect(backoffMs(20, () => 0.999_999)).toBe(7_999)
  expect(backoffMs(10_000, () => 0.5)).toBe(4_000)
})

test('the offset is that of the quickest exchange', () => {
  expect(readClock([])).toBeNull()
  const slow = { sentAt: 0, receivedAt: 400, serverAt: 900 }
  const quick = { sentAt: 1_000, receivedAt: 1_020, serverAt: 1_510 }
  expect(readClock([slow, quick, slow])).toEqual({ roundTripMs: 20, offsetMs: 500 })
})

describe('what comes in', () => {
  const matchId: MatchId = matchIdSchema.parse('a'.repeat(32))
  const at = 1_790_000_000_000
  const events: GameEvent[] = [
    {
      type: 'TileOpened',
      v: 1,
      at,
      turn: 4,
      seat: 0,
      board: 0,
      tile: 9,
      mine: false,
      clue: 2,
      salt: '5a'.repeat(16),
      by: 'hand',
    },
    { type: 'TurnStarted', v: 1, at, turn: 5, seat: 1, deadline: at + 12_000 },
  ]

  test('is parsed by the contract', () => {
    expect(parseIncoming('drain', { withinMs: 5 }, new Map())).toEqual({
      name: 'drain',
      payload: { withinMs: 5 },
    })
  })

  test.each([
    ['an unknown name', 'nonsense', {}],
    ['a name of every object', 'constructor', {}],
    ['a payload of another shape', 'drain', { withinMs: 'soon' }],
    ['no payload', 'match.events', undefined],
    ['a move that is none', 'm', 'A'.repeat(46)],
    ['a move on a channel no one told of', 'm', encodeMove(8, 40, events)],
    ['an event no one knows', 'match.events', { matchId: 'a'.repeat(32), seq: 1, events: [{ type: 'New' }] }],
  ])('with %s is a problem, not a crash', (_what, name, payload) => {
    expect(parseIncoming(name, payload, new Map([[7, matchId]]))).toHaveProperty('problem')
  })

  test('is a move’s events once it is known whose channel it came on', () => {
    const move = encodeMove(7, 40, events)
    expect(parseIncoming('m', move, new Map([[7, matchId]]))).toEqual({
      name: 'match.events',
      payload: { matchId, seq: 40, events },
    })
  })
})

test.each([
  ['ping timeout', true, 'timeout'],
  ['transport close', true, 'server'],
  ['transport error', true, 'network'],
  ['transport close', false, 'network'],
  ['io server disconnect', true, 'server'],
] as const)('a socket that ended by "%s" (online: %s) is %s', (reason, isOnline, code) => {
  expect(closeCodeOf(reason, isOnline)).toBe(code)
})
