import { type TvPicture, tvTile } from '@minefall/shared/contracts/live'
import type { CSSProperties } from 'react'
import type { IsoTile } from '../../ui/iso.ts'

const tileOf = (sign: string): IsoTile => {
  switch (sign) {
    case tvTile.closed:
      return { kind: 'closed' }
    case tvTile.picked:
      return { kind: 'lifted' }
    case tvTile.mine:
      return { kind: 'mine' }
    case tvTile.blind:
      return { kind: 'open', clue: null }
    default:
      return { kind: 'open', clue: Number(sign) }
  }
}

/** The tiles of a picture, as they are drawn. */
export const isoTiles = ({ tiles }: Pick<TvPicture, 'tiles'>): IsoTile[] => [...tiles].map(tileOf)

/** How long a turn is and how much of it is over at `now`, as the clock of a flag reads it. */
export const clockOf = ({ at, deadline }: NonNullable<TvPicture['turn']>, now: number): CSSProperties => ({
  '--flag-ms': `${deadline - at}ms`,
  '--flag-ran': `${Math.min(0, at - now)}ms`,
})
