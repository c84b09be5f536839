import type { Asset, Coins } from '@minefall/shared/game'

/** Tables whose names are translated; the key is the gameId. */
export const tableIds = ['mines-trial', 'mines-duel', 'mines-classic', 'mines-clues', 'mines-royale'] as const
export type TableId = (typeof tableIds)[number]

/** The smallest stake of each table, taken when the address names none. */
export const firstStake = {
  'mines-trial': { stake: '100', asset: 'trial' },
  'mines-duel': { stake: '10', asset: 'coin' },
  'mines-classic': { stake: '10', asset: 'coin' },
  'mines-clues': { stake: '10', asset: 'coin' },
  'mines-royale': { stake: '100', asset: 'coin' },
} as const satisfies Record<TableId, { stake: Coins; asset: Asset }>

/** The table an address names; null when there is no such game. */
export const tableOf = (gameId: string): TableId | null => tableIds.find((id) => id === gameId) ?? null
