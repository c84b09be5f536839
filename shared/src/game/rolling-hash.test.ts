import { describe, expect, it } from 'vitest'
import { eventSchema, type GameEvent } from './events.ts'
import { emptyHash, rollHash } from './rolling-hash.ts'

const taken: GameEvent = {
  type: 'SeatTaken',
  v: 1,
  at: 1,
  seat: 0,
  ref: 'aa'.repeat(16),
  commit: 'bb'.repeat(32),
  player: { name: 'Åsa 🎲', avatar: 'one', kind: 'player' },
  holder: 'account-1',
}
const left: GameEvent = { type: 'SeatLeft', v: 1, at: 2, seat: 0, reason: 'left' }
const fold = (...events: GameEvent[]) => events.reduce(rollHash, emptyHash)

describe('the rolling hash', () => {
  it('is 14 hex digits, as is its start', () => {
    expect(emptyHash).toMatch(/^[0-9a-f]{14}$/)
    expect(fold(taken)).toMatch(/^[0-9a-f]{14}$/)
  })

  it('stays the same from release to release, since running matches are compared across them', () => {
    expect(fold(left)).toBe('03ab7f656e8c1f')
    expect(fold(taken, left)).toBe('1cc13130badda8')
  })

  it('is the same for what the platform holds and what the client was shown', () => {
    const { holder: _private, ...shown } = taken
    expect(fold(taken)).toBe(fold(shown))
  })

  it('is the same whatever order the keys of an event came in', () => {
    const turned = eventSchema.parse(Object.fromEntries(Object.entries(left).reverse()))
    expect(fold(Object.assign({ reason: 'left' }, turned))).toBe(fold(left))
  })

  it('tells a missing, a doubled, a swapped and a changed event', () => {
    const later: GameEvent = { ...left, at: 3 }
    const hashes = [
      fold(),
      fold(left),
      fold(left, left),
      fold(left, later),
      fold(later, left),
      fold(later),
      fold({ ...left, seat: 1 }),
    ]
    expect(new Set(hashes).size).toBe(hashes.length)
  })
})
