import { describe, expect, it } from 'vitest'
import { tileName } from './coordinates.ts'
import { focusAfter } from './focus.ts'
import { tileText } from './label.ts'

const size = { columns: 6, rows: 5 }
const nameOf = (seat: number) => ['Mai', 'you', 'Oro'][seat] ?? '?'

describe('coordinates', () => {
  it('read column letter, row number', () => {
    expect(tileName(0, 6)).toBe('A1')
    expect(tileName(19, 6)).toBe('B4')
    expect(tileName(255, 16)).toBe('P16')
  })
})

describe('labels', () => {
  it.each([
    [{ kind: 'closed' }, 'tile.closed', { at: 'B4', who: '', count: 0 }],
    [{ kind: 'pending', stage: 'sent' }, 'tile.sent', { at: 'B4', who: '', count: 0 }],
    [{ kind: 'pending', stage: 'committed' }, 'tile.committed', { at: 'B4', who: '', count: 0 }],
    [
      { kind: 'open', clue: 2, seat: 0, by: 'hand', last: true },
      'tile.safe',
      { at: 'B4', who: 'Mai', count: 2 },
    ],
    [
      { kind: 'open', clue: 255, seat: 1, by: 'hand', last: true },
      'tile.blind',
      { at: 'B4', who: 'you', count: 0 },
    ],
    [
      { kind: 'open', clue: 1, seat: 1, by: 'clock', last: true },
      'tile.safeByClock',
      { at: 'B4', who: 'you', count: 1 },
    ],
    [
      { kind: 'open', clue: 3, seat: null, by: 'house', last: false },
      'tile.opener',
      { at: 'B4', who: '', count: 3 },
    ],
    [{ kind: 'mine', seat: 2, by: 'hand', last: false }, 'tile.mine', { at: 'B4', who: 'Oro', count: 0 }],
  ] as const)('of %o is %s', (tile, key, values) => {
    expect(tileText(tile, 19, 6, nameOf)).toEqual({ key, values })
  })
})

describe('the keys of the board', () => {
  const from = (tile: number, key: string, ctrl = false) => focusAfter(tile, { key, ctrl }, size)

  it('move by one and stop at the edges', () => {
    expect(from(7, 'ArrowLeft')).toBe(6)
    expect(from(6, 'ArrowLeft')).toBe(6)
    expect(from(7, 'ArrowDown')).toBe(13)
    expect(from(25, 'ArrowDown')).toBe(25)
    expect(from(3, 'ArrowUp')).toBe(3)
    expect(from(11, 'ArrowRight')).toBe(11)
  })

  it('go to the ends of the row, with Ctrl of the board', () => {
    expect(from(8, 'Home')).toBe(6)
    expect(from(8, 'End')).toBe(11)
    expect(from(8, 'Home', true)).toBe(0)
    expect(from(8, 'End', true)).toBe(29)
  })

  it('leave every other key alone', () => {
    expect(from(8, 'Tab')).toBeNull()
    expect(from(8, 'a')).toBeNull()
  })
})
