import styles from './ProgressBar.module.css'

export type ProgressBarProps = {
  /** 0 to 1, or null while no one knows. */
  value: number | null
  /** What is going on. */
  label: string
}

export const ProgressBar = ({ value, label }: ProgressBarProps) => (
  <div
    className={styles.bar}
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={value === null ? undefined : Math.round(value * 100)}
  >
    <span
      className={value === null ? styles.unknown : styles.known}
      // Set in the browser alone: the content policy forbids styles in HTML.
      ref={(bar) => {
        if (bar) bar.style.transform = value === null ? '' : `scaleX(${Math.min(1, Math.max(0, value))})`
      }}
    />
  </div>
)
