import styles from './levels.module.css'

/** A level's number on its tile, beside words that say it too. */
export const LevelArt = ({ level }: { level: number }) => (
  <b className={styles.art} aria-hidden="true">
    {level}
  </b>
)
