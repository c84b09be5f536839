import type { Asset, Coins, Rules } from '../rules/index.ts'

/** Openers and mines of a clue table's boards; blind tables have one board without openers. */
type Boards = { openers: number; fade: number; rise: number }

const table = (
  gameId: string,
  name: string,
  {
    seats,
    side,
    mines,
    boards,
    sealed,
  }: { seats: number; side: number; mines: number; boards?: Boards; sealed?: true },
  stakes: readonly Coins[],
) => {
  const rules: Rules = {
    boards: boards ? 9 : 1,
    clockMs: 12_000,
    clues: boards !== undefined,
    h: side,
    mines,
    rakeBps: 0,
    w: side,
    ...(boards ?? { openers: 0, fade: 0, rise: 0 }),
    ...(sealed && { sealed }),
  }
  const isTrial = gameId === 'mines-trial'
  const assets: readonly Asset[] = isTrial ? ['trial'] : ['coin', 'promo']
  return { gameId, name, seats, rules, stakes, assets, guests: isTrial, practice: isTrial }
}

const usual = ['10', '100', '1000']

/** The tables whose mines are laid before the first move. */
export const dealtTables = [
  table(
    'mines-trial',
    'Trial match',
    { seats: 5, side: 6, mines: 10, boards: { openers: 5, fade: 1, rise: 3 } },
    ['100'],
  ),
  table('mines-duel', 'Duel', { seats: 2, side: 4, mines: 1 }, usual),
  table('mines-classic', 'Classic', { seats: 5, side: 5, mines: 4 }, usual),
  table(
    'mines-clues',
    'Clues',
    { seats: 4, side: 6, mines: 11, boards: { openers: 5, fade: 2, rise: 3 } },
    usual,
  ),
  table(
    'mines-royale',
    'Royale',
    { seats: 6, side: 8, mines: 22, boards: { openers: 7, fade: 2, rise: 6 } },
    ['100', '1000', '10000'],
  ),
] as const

/** The tables whose tiles are drawn when they are picked. */
export const sealedTables = [
  table('mines-sealed-duel', 'Sealed Duel', { seats: 2, side: 4, mines: 1, sealed: true }, usual),
  table('mines-sealed-classic', 'Sealed Classic', { seats: 5, side: 5, mines: 4, sealed: true }, usual),
] as const

/**
 * The tables players may choose from, without a rake. The database is updated from it at start; once a table exists
 * there, only its stakes, practice opponents, rake and closing stay as staff set them.
 */
export const catalogue = [...dealtTables, ...sealedTables] as const
