import type { Table } from '@minefall/shared/contracts/rest'
import { describe, expect, it } from 'vitest'
import { filterSearch, filtersOf, filterTables, noFilters } from './filters.ts'

const table = (gameId: string, seats: number, clues: boolean, assets: Table['assets']): Table => ({
  gameId,
  name: gameId,
  seats,
  rules: { boards: clues ? 9 : 1, clockMs: 12_000, clues, h: 6, mines: seats, rakeBps: 0, w: 6 },
  stakes: ['100'],
  assets,
  guests: assets.includes('trial'),
  practice: assets.includes('trial'),
})

const tables = [
  table('duel', 2, false, ['coin', 'promo']),
  table('classic', 5, false, ['coin', 'promo']),
  table('trial', 5, true, ['trial']),
  table('clues', 4, true, ['coin', 'promo']),
  table('royale', 6, true, ['coin']),
]
const found = (filters: Partial<typeof noFilters>) =>
  filterTables(tables, { ...noFilters, ...filters }).map(({ gameId }) => gameId)

describe('filterTables', () => {
  it('shows every table, the free one first', () => {
    expect(found({})).toEqual(['trial', 'duel', 'classic', 'clues', 'royale'])
  })

  it('tells free tables from those for coins', () => {
    expect(found({ price: 'free' })).toEqual(['trial'])
    expect(found({ price: 'coins' })).toEqual(['duel', 'classic', 'clues', 'royale'])
  })

  it('goes by the number of seats', () => {
    expect(found({ seats: 'two' })).toEqual(['duel'])
    expect(found({ seats: 'few' })).toEqual(['clues'])
    expect(found({ seats: 'many' })).toEqual(['trial', 'classic', 'royale'])
  })

  it('goes by clues', () => {
    expect(found({ board: 'blind' })).toEqual(['duel', 'classic'])
    expect(found({ board: 'clued' })).toEqual(['trial', 'clues', 'royale'])
  })

  it('wants all filters at once', () => {
    expect(found({ price: 'coins', seats: 'many', board: 'clued' })).toEqual(['royale'])
    expect(found({ price: 'free', seats: 'two' })).toEqual([])
  })
})

describe('the filters of an address', () => {
  it('come back as they were written, those that leave nothing out unnamed', () => {
    const filters = { price: 'coins', seats: 'anySeats', board: 'blind' } as const
    expect(filterSearch(filters)).toEqual({ price: 'coins', board: 'blind' })
    expect(filtersOf(filterSearch(filters))).toEqual(filters)
    expect(filterSearch(noFilters)).toEqual({})
  })

  it('are dropped where no one knows them', () => {
    expect(filtersOf({ price: 'cheap', seats: 2, board: ['blind'], modal: 'wallet' })).toEqual(noFilters)
  })
})
