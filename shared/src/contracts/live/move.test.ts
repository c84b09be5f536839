import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GameEvent } from '../../game/events.ts'
import { decodeMove, encodeMove, moveSchema } from './move.ts'

const seat = fc.integer({ min: 0, max: 5 })
const hexDigit = fc.constantFrom(...'0123456789abcdef')
const salt = fc.array(hexDigit, { minLength: 32, maxLength: 32 }).map((hex) => hex.join(''))

/** Any ordinary move: a tile, for a mine its opener's end, the next turn. */
const moves = fc
  .record({
    at: fc.integer({ min: 0, max: 2 ** 42 - 1 }),
    turn: fc.integer({ min: 0, max: 4_095 }),
    seat,
    board: fc.integer({ min: 0, max: 8 }),
    tile: fc.integer({ min: 0, max: 255 }),
    clue: fc.constantFrom(0, 1, 2, 3, 4, 5, 6, 7, 8, 255),
    salt,
    by: fc.constantFrom('hand' as const, 'clock' as const),
    place: fc.option(fc.integer({ min: 1, max: 6 })),
    next: seat,
    clock: fc.integer({ min: 0, max: 63 }),
  })
  .map(({ place, next, clock, ...opened }): GameEvent[] => {
    const { at, turn } = opened
    return [
      { type: 'TileOpened', v: 1, ...opened, mine: place !== null },
      ...(place === null
        ? []
        : [
            {
              type: 'SeatOut' as const,
              v: 1 as const,
              at,
              seat: opened.seat,
              reason: 'mine' as const,
              place,
            },
          ]),
      { type: 'TurnStarted', v: 1, at, turn: turn + 1, seat: next, deadline: at + clock * 1_000 },
    ]
  })

const opened: GameEvent = {
  type: 'TileOpened',
  v: 1,
  at: 1_790_000_000_000,
  turn: 4,
  seat: 2,
  board: 0,
  tile: 17,
  mine: false,
  clue: 3,
  salt: '0123456789abcdef'.repeat(2),
  by: 'hand',
}
const { at } = opened
const out: GameEvent = { type: 'SeatOut', v: 1, at, seat: 2, reason: 'mine', place: 5 }
const next: GameEvent = { type: 'TurnStarted', v: 1, at, turn: 5, seat: 3, deadline: at + 12_000 }

describe('a move', () => {
  it('is read as it was written, whatever it is', () => {
    fc.assert(
      fc.property(
        moves,
        fc.integer({ min: 0, max: 64 ** 4 - 1 }),
        fc.integer({ min: 1, max: 4_095 }),
        (events, channel, seq) => {
          const text = encodeMove(channel, seq, events)
          expect(text).toMatch(/^[A-Za-z0-9_-]{46}$/)
          expect(decodeMove(text)).toEqual({ channel, seq, events })
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it('takes at most 60 bytes of a socket, its frame included', () => {
    const frame = `42${JSON.stringify(['m', encodeMove(9_999, 999, [opened, next])])}`
    const header = 2
    expect(frame.length + header).toBeLessThanOrEqual(60)
  })

  it.each<[string, GameEvent[]]>([
    ['nothing', []],
    ['a tile alone', [opened]],
    ['a turn alone', [next]],
    ['more than a move', [opened, next, next]],
    ['more than the end of a seat', [{ ...opened, mine: true }, out, next, next]],
    ['a mine that puts no one out', [{ ...opened, mine: true }, next]],
    ['a safe tile that puts someone out', [opened, out, next]],
    ['another seat’s end', [{ ...opened, mine: true }, { ...out, seat: 4 }, next]],
    ['an end of another kind', [{ ...opened, mine: true }, { ...out, reason: 'left' }, next]],
    ['an end at another time', [{ ...opened, mine: true }, { ...out, at: at + 1 }, next]],
    ['a turn at another time', [opened, { ...next, at: at + 1 }]],
    ['a turn that is not the next', [opened, { ...next, turn: 6 }]],
    ['a turn of no whole seconds', [opened, { ...next, deadline: at + 1_500 }]],
    ['a turn of more than a minute', [opened, { ...next, deadline: at + 64_000 }]],
    ['a time beyond the year 2109', [opened, next].map((event) => ({ ...event, at: 2 ** 42 }))],
  ])('is not made of %s', (_what, events) => {
    expect(encodeMove(1, 1, events)).toBeNull()
  })

  it('is not made for a channel or a number that does not fit', () => {
    expect(encodeMove(64 ** 4, 1, [opened, next])).toBeNull()
    expect(encodeMove(1, 4_096, [opened, next])).toBeNull()
    expect(encodeMove(1, 4_095, [opened, next])).not.toBeNull()
  })

  it('that no one writes is not read, and nothing throws', () => {
    const digit = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')
    const texts = fc.array(digit, { minLength: 46, maxLength: 46 }).map((all) => all.join(''))
    fc.assert(
      fc.property(texts, (text) => {
        const read = decodeMove(text)
        if (read) expect(encodeMove(read.channel, read.seq, read.events)).toBe(text)
      }),
      { numRuns: 2_000 },
    )
    const valid = encodeMove(1, 1, [opened, next]) ?? ''
    for (const [index, digitOf] of [
      [15, 'G'],
      [16, 'J'],
      [19, 'K'],
      [20, 'C'],
      [22, 'G'],
      [44, 'E'],
    ] as const) {
      const changed = valid.slice(0, index) + digitOf + valid.slice(index + 1)
      expect([index, decodeMove(changed)]).toEqual([index, null])
    }
    for (const wrong of [undefined, null, 7, '', valid.slice(1), `${valid}A`, `${valid.slice(1)}+`])
      expect(decodeMove(wrong)).toBeNull()
    expect(moveSchema.safeParse(valid).success).toBe(true)
  })
})
