import type { Table } from '@minefall/shared/contracts/rest'
import type { IsoTile } from '../../ui/IsoBoard.tsx'

/** A patch of open tiles in the middle, the same each time for the same table. */
export const artTiles = ({ gameId, rules }: Table): IsoTile[] => {
  const { w, h, clues } = rules
  let seed = 7
  for (const letter of gameId) seed = (Math.imul(seed, 31) + letter.charCodeAt(0)) >>> 0
  return Array.from({ length: w * h }, (_, tile) => {
    const x = tile % w
    const y = Math.floor(tile / w)
    const roll = (Math.imul(seed ^ Math.imul(tile + 1, 0x9e3779b9), 0x85ebca6b) >>> 8) % 100
    const central = 1 - Math.hypot(x - (w - 1) / 2, y - (h - 1) / 2) / (Math.min(w, h) / 1.6)
    const isOpen = roll < central * 78
    return isOpen ? { kind: 'open', clue: clues ? 1 + (roll % 4) : null } : { kind: 'closed' }
  })
}
