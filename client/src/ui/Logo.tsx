import styles from './Logo.module.css'

/** Three tiles and one that was pressed. */
export const LogoMark = () => (
  <svg className={styles.mark} viewBox="0 0 34 36" aria-hidden="true">
    <rect className={styles.tile} x="2" y="2" width="13" height="13" rx="3.500" />
    <rect className={styles.dimmed} x="17.500" y="2" width="13" height="13" rx="3.500" />
    <rect className={styles.dimmed} x="2" y="17.500" width="13" height="13" rx="3.500" />
    <g transform="rotate(18 26 27)">
      <rect className={styles.hot} x="19" y="20.500" width="13.500" height="13.500" rx="3.500" />
      <circle className={styles.pit} cx="25.750" cy="27.250" r="3" />
    </g>
  </svg>
)

/** The mark and the name. */
export const Logo = () => (
  <span className={styles.logo}>
    <LogoMark />
    <span className={styles.name}>Minefall</span>
  </span>
)
