import canonicalize from 'canonicalize'
import { describe, expect, it } from 'vitest'
import { matchIdSchema } from '../rules/index.ts'
import { eventSchema, type GameEvent } from './events.ts'
import { canonicalEvent, emptyHash, rollHash } from './rolling-hash.ts'

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

  it('is over the canonical JSON of every kind of event', () => {
    const [head, salt] = ['ab'.repeat(32), 'cd'.repeat(16)]
    const events: GameEvent[] = [
      taken,
      left,
      { type: 'Locked', v: 1, at: 3, prevLog: head, lockHash: head, revealBy: 9 },
      { type: 'SeedRevealed', v: 1, at: 4, seat: 0, seed: head },
      { type: 'Started', v: 1, at: 5, order: [1, 0] },
      { type: 'BoardBegun', v: 1, at: 5, board: 0, root: head, leaves: [head, head] },
      { type: 'TurnStarted', v: 1, at: 5, turn: 0, seat: 1, deadline: 6 },
      {
        type: 'TileOpened',
        v: 1,
        at: 6,
        turn: 0,
        seat: 1,
        board: 0,
        tile: 3,
        mine: false,
        clue: 255,
        salt,
        by: 'hand',
      },
      { type: 'TilePicked', v: 3, at: 7, turn: 1, seat: 1, tile: 5, by: 'hand', link: head },
      { type: 'LinkRevealed', v: 3, at: 7, turn: 1, seat: 0, link: head },
      { type: 'SeatOut', v: 1, at: 7, seat: 1, reason: 'mine', place: 2 },
      { type: 'ClockCompensated', v: 1, at: 8, turn: 1, ms: 5, deadline: 9, cause: 'edge' },
      {
        type: 'Settled',
        v: 1,
        at: 9,
        reason: 'won',
        payouts: [{ seat: 0, amount: '9' }],
        rake: '1',
        serverSeed: head,
      },
      {
        type: 'Voided',
        v: 1,
        at: 9,
        reason: 'idle',
        payouts: [],
        serverSeed: head,
        next: matchIdSchema.parse(taken.ref),
      },
    ]
    expect(new Set(events.map(({ type }) => type)).size).toBe(eventSchema.def.options.length)
    for (const event of events) expect(canonicalEvent(event)).toBe(canonicalize(event))
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
