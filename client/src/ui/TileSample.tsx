import { classes } from './classes.ts'
import { MineArt } from './MineArt.tsx'
import { seatClass } from './seat-class.ts'
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
