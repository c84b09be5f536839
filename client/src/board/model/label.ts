import { tileName } from './coordinates.ts'
import { silentClue, type TileScene } from './scene.ts'

/** A text to be translated: a key of the namespace `board` and what fills it. */
export type TileText = {
  key:
    | 'tile.closed'
    | 'tile.armed'
    | 'tile.sent'
    | 'tile.committed'
    | 'tile.picked'
    | 'tile.safe'
    | 'tile.safeByClock'
    | 'tile.blind'
    | 'tile.blindByClock'
    | 'tile.opener'
    | 'tile.mine'
    | 'tile.mineByClock'
  values: { at: string; who: string; count: number }
}

const key = (tile: TileScene): TileText['key'] => {
  switch (tile.kind) {
    case 'closed':
      return 'tile.closed'
    case 'armed':
      return 'tile.armed'
    case 'pending':
      return tile.stage === 'sent' ? 'tile.sent' : 'tile.committed'
    case 'picked':
      return 'tile.picked'
    case 'mine':
      return tile.by === 'clock' ? 'tile.mineByClock' : 'tile.mine'
    case 'open':
      if (tile.by === 'house') return 'tile.opener'
      if (tile.clue === silentClue) return tile.by === 'clock' ? 'tile.blindByClock' : 'tile.blind'
      return tile.by === 'clock' ? 'tile.safeByClock' : 'tile.safe'
  }
}

/** What a screen reader says on a tile: where it is, what it shows, who opened it. */
export const tileText = (
  tile: TileScene,
  index: number,
  columns: number,
  nameOf: (seat: number) => string,
): TileText => ({
  key: key(tile),
  values: {
    at: tileName(index, columns),
    who: 'seat' in tile && tile.seat !== null ? nameOf(tile.seat) : '',
    count: tile.kind === 'open' && tile.clue !== silentClue ? tile.clue : 0,
  },
})
