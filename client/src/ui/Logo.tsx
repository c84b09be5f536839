import styles from './Logo.module.css'

/** Three tiles and one that was pressed. */
export const LogoMark = () => (
  <svg className={styles.mark} viewBox="0 0 34 36" aria-hidden="true">
    <rect className={styles.tile} x="2" y="2" width="13" height="13" rx="3.5" />
    <rect className={styles.dimmed} x="17.5" y="2" width="13" height="13" rx="3.5" />
    <rect className={styles.dimmed} x="2" y="17.5" width="13" height="13" rx="3.5" />
    <g transform="rotate(18 26 27)">
      <rect className={styles.hot} x="19" y="20.5" width="13.5" height="13.5" rx="3.5" />
      <circle className={styles.pit} cx="25.75" cy="27.25" r="3" />
    </g>
  </svg>
)

/** The mark and the name. */
export const Logo = () => (
  <span className={styles.logo}>
    <LogoMark />
    <span>Minefall</span>
  </span>
)
