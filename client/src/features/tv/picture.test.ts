import { expect, test } from 'vitest'
import { clockOf, isoTiles } from './picture.ts'

test('each sign of a picture is a tile: closed, picked, mined, without a clue, and with one', () => {
  expect(isoTiles({ tiles: '.?*-08' })).toEqual([
    { kind: 'closed' },
    { kind: 'lifted' },
    { kind: 'mine' },
    { kind: 'open', clue: null },
    { kind: 'open', clue: 0 },
    { kind: 'open', clue: 8 },
  ])
})

test('a turn’s clock begins where the turn stands, and not before its beginning', () => {
  const turn = { seat: 0, at: 1_000, deadline: 13_000 }
  expect(clockOf(turn, 4_000)).toEqual({ '--flag-ms': '12000ms', '--flag-ran': '-3000ms' })
  expect(clockOf(turn, 900)).toEqual({ '--flag-ms': '12000ms', '--flag-ran': '0ms' })
})
