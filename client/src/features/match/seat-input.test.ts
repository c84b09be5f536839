import type { Table } from '@minefall/shared/contracts/rest'
import { matchIdSchema } from '@minefall/shared/game'
import { expect, test } from 'vitest'
import { seatInput } from './seat-input.ts'

const table: Table = {
  gameId: 'mines-duel',
  name: 'Duel',
  seats: 2,
  rules: { boards: 1, clockMs: 12_000, clues: false, h: 4, mines: 1, rakeBps: 0, w: 4 },
  stakes: ['100', '20', '1000'],
  assets: ['coin', 'promo'],
  guests: false,
  practice: false,
}
const match = matchIdSchema.parse('ab'.repeat(16))

test('a bare address asks for the smallest stake in the table’s first asset', () => {
  expect(seatInput('mines-duel', {}, table)).toEqual({
    kind: 'join',
    gameId: 'mines-duel',
    stake: '20',
    asset: 'coin',
  })
})

test('what the address names is taken from it', () => {
  expect(seatInput('mines-duel', { stake: '100', asset: 'promo' }, table)).toMatchObject({
    stake: '100',
    asset: 'promo',
  })
  expect(seatInput('mines-duel', { stake: '100' }, table)).toMatchObject({ stake: '100', asset: 'coin' })
})

test('a seat waits for the table; a match named by the address does not', () => {
  expect(seatInput('mines-duel', { stake: '100', asset: 'coin' }, null)).toBeNull()
  expect(seatInput('mines-duel', { match, stake: '100' }, null)).toEqual({
    kind: 'return',
    gameId: 'mines-duel',
    matchId: match,
  })
})

test('a table without stakes or assets has no seat to ask for', () => {
  expect(seatInput('mines-duel', {}, { ...table, stakes: [] })).toBeNull()
  expect(seatInput('mines-duel', {}, { ...table, assets: [] })).toBeNull()
})
