import type { TableFigure } from '@minefall/shared/contracts/live'
import { expect, test } from 'vitest'
import { gatheringAt } from './QueueChoice.tsx'

const figure: TableFigure = {
  gameId: 'mines-duel',
  playing: 0,
  waitMs: null,
  gathering: [{ stake: '10', asset: 'coin', seats: 2, avatars: ['fox-1'] }],
}

test('only those who wait for the same stake and the same coins fill the seats shown', () => {
  expect(gatheringAt(figure, { stake: '10', asset: 'coin' })).toEqual(['fox-1'])
  expect(gatheringAt(figure, { stake: '100', asset: 'coin' })).toEqual([])
  expect(gatheringAt(figure, { stake: '10', asset: 'promo' })).toEqual([])
  expect(gatheringAt(figure, null)).toEqual([])
})

test('nothing is known before the first figures', () => {
  expect(gatheringAt(null, { stake: '10', asset: 'coin' })).toBeNull()
})
