import type { Table } from '@minefall/shared/contracts/rest'
import { isFree } from '../../lib/tables.ts'

export const prices = ['all', 'free', 'coins'] as const
export const seatRanges = ['anySeats', 'two', 'few', 'many'] as const
export const boards = ['anyBoard', 'clued', 'blind'] as const

export type Filters = {
  price: (typeof prices)[number]
  seats: (typeof seatRanges)[number]
  board: (typeof boards)[number]
}

export const noFilters: Filters = { price: 'all', seats: 'anySeats', board: 'anyBoard' }

type Query = Record<string, unknown>

const oneOf = <T extends string>(options: readonly T[], value: unknown): T | undefined =>
  options.find((option) => option === value)

/** The filters that an address names; what it does not name, or names wrongly, is absent. */
export type FilterSearch = Partial<Filters>

/** Filters as an address has them: those that leave nothing out are not named. */
export const filterSearch = ({ price, seats, board }: Filters): FilterSearch => ({
  ...(price === noFilters.price ? {} : { price }),
  ...(seats === noFilters.seats ? {} : { seats }),
  ...(board === noFilters.board ? {} : { board }),
})

/** The filters of an address. */
export const filtersOf = ({ price, seats, board }: Query): Filters => ({
  price: oneOf(prices, price) ?? noFilters.price,
  seats: oneOf(seatRanges, seats) ?? noFilters.seats,
  board: oneOf(boards, board) ?? noFilters.board,
})

const seatsFit = (seats: number, range: Filters['seats']): boolean => {
  switch (range) {
    case 'anySeats':
      return true
    case 'two':
      return seats === 2
    case 'few':
      return seats === 3 || seats === 4
    case 'many':
      return seats >= 5
  }
}

/** The tables that pass every filter, free ones first and otherwise in the catalogue's order. */
export const filterTables = (tables: readonly Table[], { price, seats, board }: Filters): Table[] => {
  const fitting = tables.filter(
    (table) =>
      (price === 'all' || isFree(table) === (price === 'free')) &&
      seatsFit(table.seats, seats) &&
      (board === 'anyBoard' || table.rules.clues === (board === 'clued')),
  )
  return [...fitting.filter(isFree), ...fitting.filter((table) => !isFree(table))]
}
