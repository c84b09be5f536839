import styles from './moves.module.css'

/** A dashed ring: on its way, nobody has it yet. */
export const SentIcon = () => (
  <svg className={styles.sent} width={16} height={16} viewBox="0 0 24 24" aria-hidden="true">
    <circle cx={12} cy={12} r={8} strokeDasharray="4 4.4" />
  </svg>
)
