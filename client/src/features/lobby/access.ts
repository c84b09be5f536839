import type { Table } from '@minefall/shared/contracts/rest'
import type { PlayerView } from '@minefall/shared/game'

/** Whether this visitor may sit at the table; somebody not known yet counts as a guest. */
export const maySit = ({ guests }: Table, player: PlayerView | null): boolean =>
  guests || player?.kind === 'player'
