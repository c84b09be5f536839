import { useId } from 'react'
import shape from '../styles/shape.module.css'
import { classes } from './classes.ts'
import styles from './Segments.module.css'

export type SegmentsProps<T extends string> = {
  legend: string
  /** Leaves the legend to screen readers, where what is chosen from says enough. */
  quiet?: boolean | undefined
  /** `tabs` where each shows another part of the page below. */
  look?: 'pills' | 'tabs' | undefined
  options: readonly T[]
  value: T
  label: (option: T) => string
  onChange: (option: T) => void
}

/** One of a few, side by side. */
export const Segments = <T extends string>(props: SegmentsProps<T>) => {
  const { legend, quiet = false, look = 'pills', options, value, label, onChange } = props
  const name = useId()
  return (
    <fieldset className={styles.group}>
      <legend className={classes(styles.legend, quiet && shape.aside)}>{legend}</legend>
      <span className={classes(styles.options, styles[look])}>
        {options.map((option) => (
          <label key={option} className={styles.option}>
            <input
              className={shape.cover}
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
