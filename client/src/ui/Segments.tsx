import { useId } from 'react'
import { classes } from './classes.ts'
import styles from './Segments.module.css'

export type SegmentsProps<T extends string> = {
  legend: string
  /** Leaves the legend to screen readers, where what is chosen from says enough. */
  quiet?: boolean | undefined
  options: readonly T[]
  value: T
  label: (option: T) => string
  onChange: (option: T) => void
}

/** One of a few, side by side. */
export const Segments = <T extends string>(props: SegmentsProps<T>) => {
  const { legend, quiet = false, options, value, label, onChange } = props
  const name = useId()
  return (
    <fieldset className={styles.group}>
      <legend className={classes(styles.legend, quiet && styles.spoken)}>{legend}</legend>
      <span className={styles.options}>
        {options.map((option) => (
          <label key={option} className={styles.option}>
            <input
              className={styles.input}
              type="radio"
              name={name}
              checked={option === value}
              onChange={() => onChange(option)}
            />
            {label(option)}
          </label>
        ))}
      </span>
    </fieldset>
  )
}
