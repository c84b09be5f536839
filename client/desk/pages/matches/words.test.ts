import type { DeskMatchEvent } from '@minefall/shared/contracts/desk'
import { catalogue } from '@minefall/shared/game'
import { expect, test } from 'vitest'
import { boardsOf } from '../../ui/words.ts'
import { eventDetail, eventName } from './words.ts'

/** Of the trial, whose boards are 6 × 6 and rise. */
const { rules } = catalogue[0]

const event = (given: Partial<DeskMatchEvent>): DeskMatchEvent => ({
  seq: 1,
  at: 1,
  type: 'Started',
  seat: null,
  turn: null,
  board: null,
  tile: null,
  mine: null,
  clue: null,
  why: null,
  ms: null,
  openers: [],
  ...given,
})

test('events are given in words, tiles by their column and row', () => {
  const tile = { type: 'TileOpened', tile: 13, mine: false, why: 'hand' } as const
  expect(eventDetail(event(tile), rules)).toBe('B3: safe')
  expect(eventDetail(event({ ...tile, clue: 2 }), rules)).toBe('B3: safe, 2 beside it')
  expect(eventDetail(event({ ...tile, mine: true, why: 'clock' }), rules)).toBe('B3: a mine, by the clock')
  expect(eventDetail(event({ type: 'TurnStarted', turn: 0 }), rules)).toBe('Turn 1')
  expect(eventDetail(event({ type: 'SeatOut', why: 'idle' }), rules)).toBe('Let the clock run out twice')
  expect(eventDetail(event({ type: 'ClockCompensated', ms: 4_000, why: 'edge' }), rules)).toBe(
    '4 s for a silent BFF',
  )
  expect(eventDetail(event({ type: 'Voided', why: 'interrupted' }), rules)).toBe('Interrupted')
})

test('a board is given with its mines, and with what the house opened', () => {
  const begun = event({ type: 'BoardBegun', board: 2, openers: [0, 13] })
  expect(eventDetail(begun, rules)).toBe('Board 3: 16 mines, opened by the house: A1, B3')
  const { openers: _openers, rise: _rise, fade: _fade, ...flat } = rules
  expect(eventDetail({ ...begun, openers: [] }, flat)).toBe('Board 3: 10 mines')
  expect(boardsOf(rules)).toBe('6 × 6, 10 mines (+3 a board), 5 openers (−1 a board), clues')
  expect(boardsOf({ ...flat, mines: 1, clues: false })).toBe('6 × 6, 1 mine')
})

test('what no one knows is reported as it is', () => {
  expect(eventName(event({ type: 'Unheard' }))).toBe('Unheard')
  expect(eventDetail(event({ type: 'Settled', why: 'unheard' }), rules)).toBe('unheard')
  expect(eventDetail(event({ type: 'unreadable' }), rules)).toBe('')
})
