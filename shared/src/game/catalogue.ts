import type { Asset, Coins, Rules } from '../rules/index.ts'

const table = (
  gameId: string,
  name: string,
  { seats, side, mines, clues }: { seats: number; side: number; mines: number; clues: boolean },
  stakes: readonly Coins[],
) => {
  const rules: Rules = { boards: clues ? 9 : 1, clockMs: 12_000, clues, h: side, mines, rakeBps: 0, w: side }
  const isTrial = gameId === 'mines-trial'
  const assets: readonly Asset[] = isTrial ? ['trial'] : ['coin', 'promo']
  return { gameId, name, seats, rules, stakes, assets, guests: isTrial, practice: isTrial }
}

const usual = ['10', '100', '1000']

/**
 * The tables players may choose from, without a rake. The database is updated from it at start; once a table exists
 * there, only its stakes, practice opponents, rake and closing stay as staff set them.
 */
export const catalogue = [
  table('mines-trial', 'Trial match', { seats: 5, side: 6, mines: 12, clues: true }, ['100']),
  table('mines-duel', 'Duel', { seats: 2, side: 4, mines: 1, clues: false }, usual),
  table('mines-classic', 'Classic', { seats: 5, side: 5, mines: 4, clues: false }, usual),
  table('mines-clues', 'Clues', { seats: 4, side: 6, mines: 14, clues: true }, usual),
  table('mines-royale', 'Royale', { seats: 6, side: 8, mines: 24, clues: true }, ['100', '1000', '10000']),
] as const
