import type { CSSProperties } from 'react'
import { silentClue, type TileScene } from '../model/scene.ts'
import { MineArt } from './MineArt.tsx'
import styles from './tile.module.css'

/** One tile drawn in CSS, for wherever no canvas is: the board without WebGL, lists, previews, practice. */
export const TileFace = ({ tile }: { tile: TileScene }) => {
  const seat = tile.kind === 'open' || tile.kind === 'mine' ? tile.seat : null
  const clue = tile.kind === 'open' ? tile.clue : null
  const style: CSSProperties | undefined = seat === null ? undefined : { '--seat': `var(--seat-${seat + 1})` }
  return (
    <span
      className={styles.tile}
      data-kind={tile.kind}
      data-clue={clue === null ? undefined : Math.min(clue, 9)}
      data-last={(tile.kind === 'open' || tile.kind === 'mine') && tile.last}
      style={style}
      aria-hidden="true"
    >
      {clue !== null && clue > 0 && clue !== silentClue && <b>{clue}</b>}
      {(clue === 0 || clue === silentClue) && <i />}
      {tile.kind === 'mine' && <MineArt className={styles.mine} />}
    </span>
  )
}
