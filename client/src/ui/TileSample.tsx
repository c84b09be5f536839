import { seatClass } from './Avatar.tsx'
import { classes } from './classes.ts'
import styles from './TileSample.module.css'

export type TileSampleState = 'closed' | 'pending' | 'committed' | 'open' | 'mine'

export type TileSampleProps = {
  state: TileSampleState
  /** 0 to 8 on an open tile; without it the tile is blind. */
  clue?: number | undefined
  /** The seat that opened it last. */
  last?: number | undefined
}

const heat = [
  styles.n0,
  styles.n1,
  undefined,
  styles.n3,
  styles.n4,
  styles.n5,
  styles.n5,
  styles.n5,
  styles.n5,
]

/** An opened mine, cracked and glowing. */
const MineArt = ({ className }: { className?: string | undefined }) => (
  <svg className={className} viewBox="0 0 64 64" aria-hidden="true">
    <path
      className={styles.spikes}
      d="M32 9v8M32 49v8M8 33h8M48 33h8M15.5 16.5l5 5M43.5 44.5l5 5M48.5 16.5l-5 5M20.5 44.5l-5 5"
    />
    <circle className={styles.ball} cx="32" cy="33" r="18" />
    <ellipse className={styles.shine} cx="25" cy="25" rx="4.5" ry="3" transform="rotate(-40 25 25)" />
    <path className={styles.crack} d="M35 16l-4 9 6 6-6 6 5 5-3 8M37 31l8-2M31 37l-8 3" />
  </svg>
)

/** A tile as a picture, for explanations and samples; the board itself draws its own. `--tile-size` sets its size. */
export const TileSample = ({ state, clue, last }: TileSampleProps) => (
  <span
    className={classes(
      styles.tile,
      styles[state],
      state === 'committed' && styles.pending,
      clue !== undefined && heat[clue],
      last !== undefined && styles.last,
      last !== undefined && seatClass(last),
    )}
    aria-hidden="true"
  >
    {state === 'mine' && <MineArt className={styles.art} />}
    {state === 'open' && clue !== undefined && (clue === 0 ? <i className={styles.dot} /> : <b>{clue}</b>)}
  </span>
)
