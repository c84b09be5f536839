import type { DeskMatchEvent } from '@minefall/shared/contracts/desk'
import { expect, test } from 'vitest'
import { eventDetail, eventName } from './words.ts'

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
  ...given,
})

test('events are given in words, tiles by their column and row', () => {
  const tile = { type: 'TileOpened', tile: 13, mine: false, why: 'hand' } as const
  expect(eventDetail(event(tile), 6)).toBe('B3: safe')
  expect(eventDetail(event({ ...tile, clue: 2 }), 6)).toBe('B3: safe, 2 beside it')
  expect(eventDetail(event({ ...tile, mine: true, why: 'clock' }), 6)).toBe('B3: a mine, by the clock')
  expect(eventDetail(event({ type: 'TurnStarted', turn: 0 }), 6)).toBe('Turn 1')
  expect(eventDetail(event({ type: 'SeatOut', why: 'idle' }), 6)).toBe('Let the clock run out twice')
  expect(eventDetail(event({ type: 'ClockCompensated', ms: 4_000, why: 'edge' }), 6)).toBe(
    '4 s for a silent BFF',
  )
  expect(eventDetail(event({ type: 'Voided', why: 'interrupted' }), 6)).toBe('Interrupted')
})

test('what no one knows is reported as it is', () => {
  expect(eventName(event({ type: 'Unheard' }))).toBe('Unheard')
  expect(eventDetail(event({ type: 'Settled', why: 'unheard' }), 6)).toBe('unheard')
  expect(eventDetail(event({ type: 'unreadable' }), 6)).toBe('')
})
