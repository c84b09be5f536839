import { mineColors, minePaths } from '../model/mine-art.ts'
import { type PickedTile, silentClue, type TileScene } from '../model/scene.ts'
import styles from './tile.module.css'

/** The opened mine, cracked by its own heat. The same drawing is baked into the canvas's atlas. */
const MineArt = ({ className }: { className?: string | undefined }) => (
  <svg viewBox="0 0 64 64" className={className} aria-hidden="true" focusable="false">
    <path d={minePaths.studs} stroke={mineColors.body} strokeWidth={7} strokeLinecap="round" fill="none" />
    <circle cx={32} cy={33} r={18} fill={mineColors.body} stroke={mineColors.rim} strokeWidth={1.5} />
    <ellipse cx={25} cy={25} rx={4.5} ry={3} fill={mineColors.shine} transform="rotate(-40 25 25)" />
    <g fill="none" stroke={mineColors.heat} strokeLinejoin="round" strokeLinecap="round">
      <path d={minePaths.crack} strokeWidth={3.2} />
      <path d={minePaths.splits} strokeWidth={2.6} />
    </g>
  </svg>
)

/** A point for each link that a picked tile needs, lit once it is here. */
const Pips = ({ came, most }: Pick<PickedTile, 'came' | 'most'>) => (
  <span className={styles.pips}>
    {Array.from({ length: most }, (_, nth) => nth).map((nth) => (
      <em key={nth} data-lit={nth < came} />
    ))}
  </span>
)

/** One tile drawn in CSS, for wherever no canvas is: the board without WebGL, the rules, samples. Its place sets `--tile-size`, `--lift` and `--round`. */
export const TileFace = ({ tile }: { tile: TileScene }) => {
  const seat = 'seat' in tile ? tile.seat : null
  const clue = tile.kind === 'open' ? tile.clue : null
  return (
    <span
      className={styles.tile}
      data-kind={tile.kind}
      data-seat={seat ?? undefined}
      data-stage={tile.kind === 'pending' ? tile.stage : undefined}
      data-clue={clue === null ? undefined : Math.min(clue, 9)}
      data-house={tile.kind === 'open' && tile.by === 'house'}
      data-last={(tile.kind === 'open' || tile.kind === 'mine') && tile.last}
      aria-hidden="true"
    >
      {clue !== null && clue > 0 && clue !== silentClue && <b>{clue}</b>}
      {(clue === 0 || clue === silentClue) && <i />}
      {tile.kind === 'picked' && <Pips {...tile} />}
      {tile.kind === 'mine' && <MineArt className={styles.mine} />}
    </span>
  )
}
