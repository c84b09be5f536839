import type { Table } from '@minefall/shared/contracts/rest'
import type { Asset, Coins } from '@minefall/shared/game'

/** The table that anyone may play at once. */
export const trialGameId = 'mines-trial'

/** Whether a table costs nothing: it is played for trial coins alone. */
export const isFree = ({ assets }: Pick<Table, 'assets'>): boolean =>
  assets.every((asset) => asset === 'trial')

/** Whether a match is an arena's: only these are played for trial coins away from the trial's own table. */
export const isOfArena = ({ gameId, asset }: { gameId: string; asset: Asset }): boolean =>
  asset === 'trial' && gameId !== trialGameId

/** The smallest stake of these tables; null when there is none. */
export const lowestStake = (tables: readonly Pick<Table, 'stakes'>[]): Coins | null =>
  tables
    .flatMap(({ stakes }) => stakes)
    .reduce<Coins | null>(
      (least, stake) => (least === null || BigInt(stake) < BigInt(least) ? stake : least),
      null,
    )
