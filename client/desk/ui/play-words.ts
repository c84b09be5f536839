import type { Asset } from '@minefall/shared/game'

/** `mines-duel` is the table Duel. */
export const tableName = (gameId: string): string => {
  const name = gameId.replace(/^mines-/, '').replaceAll('-', ' ')
  return name.charAt(0).toUpperCase() + name.slice(1)
}

export const tableIds = ['mines-trial', 'mines-duel', 'mines-classic', 'mines-clues', 'mines-royale'] as const

export const coinNames: Readonly<Record<Asset, string>> = {
  coin: 'coins',
  promo: 'bonus coins',
  trial: 'trial coins',
}

/** Hundredths of a percent as people write them: `250` is `2.5 %`. */
export const percentOf = (bps: number): string => `${bps / 100} %`
