import styles from './MineArt.module.css'

/** An opened mine, cracked and glowing. */
export const MineArt = ({ className }: { className?: string | undefined }) => (
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
