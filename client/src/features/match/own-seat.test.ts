import type { Table } from '@minefall/shared/contracts/rest'
import { matchIdSchema } from '@minefall/shared/game'
import { describe, expect, it } from 'vitest'
import { offeredSeat, seatInput } from './own-seat.ts'

describe('what a table’s address asks for', () => {
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

  it('is, where it is bare, the smallest stake in the table’s first asset', () => {
    expect(seatInput('mines-duel', {}, table)).toEqual({
      kind: 'join',
      gameId: 'mines-duel',
      stake: '20',
      asset: 'coin',
    })
  })

  it('is what the address names', () => {
    expect(seatInput('mines-duel', { stake: '100', asset: 'promo' }, table)).toMatchObject({
      stake: '100',
      asset: 'promo',
    })
    expect(seatInput('mines-duel', { stake: '100' }, table)).toMatchObject({ stake: '100', asset: 'coin' })
  })

  it('waits for the table where it is a seat, and not where it is a match', () => {
    expect(seatInput('mines-duel', { stake: '100', asset: 'coin' }, null)).toBeNull()
    expect(seatInput('mines-duel', { match, stake: '100' }, null)).toEqual({
      kind: 'return',
      gameId: 'mines-duel',
      matchId: match,
    })
  })

  it('is nothing at a table without stakes or assets', () => {
    expect(seatInput('mines-duel', {}, { ...table, stakes: [] })).toBeNull()
    expect(seatInput('mines-duel', {}, { ...table, assets: [] })).toBeNull()
  })
})

const matchId = matchIdSchema.parse('ab'.repeat(16))
const seated = { matchId: matchIdSchema.parse('cd'.repeat(16)), gameId: 'mines-trial' }

describe('the match that is offered where another one is over', () => {
  it('is the one where another tab sat down', () => {
    expect(offeredSeat(matchId, false, seated)).toBe(seated)
  })

  it('is none while we sit nowhere, or still here', () => {
    expect(offeredSeat(matchId, false, null)).toBeNull()
    expect(offeredSeat(matchId, false, { ...seated, matchId })).toBeNull()
  })

  it('is none for a tab that agreed itself: it follows without being asked', () => {
    expect(offeredSeat(matchId, true, seated)).toBeNull()
  })
})
