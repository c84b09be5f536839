import styles from './level-ring.module.css'

/** Ticks between the beginning of a level and its end. */
const ticks = 12

/** The number of a level on a tile, within the way to the next. It is decoration: words beside it say the same. */
export const LevelRing = ({ level, share }: { level: number; share: number }) => (
  <span className={styles.dial} aria-hidden="true">
    <svg className={styles.ring} viewBox="0 0 120 120" aria-hidden="true">
      <circle className={styles.well} cx="60" cy="60" r="50" />
      <circle
        className={styles.done}
        cx="60"
        cy="60"
        r="50"
        pathLength={1}
        strokeDasharray={`${share} 2`}
        visibility={share === 0 ? 'hidden' : undefined}
      />
      <circle
        className={styles.ticks}
        cx="60"
        cy="60"
        r="50"
        pathLength={ticks}
        strokeDasharray=".07 .93"
        strokeDashoffset=".035"
      />
    </svg>
    <b className={styles.tile}>{level}</b>
  </span>
)
