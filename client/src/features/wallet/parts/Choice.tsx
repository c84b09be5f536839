import { Icon } from '../../../ui/Icon.tsx'
import styles from './choice.module.css'

type ChoiceProps<T extends string> = {
  label: string
  options: readonly { value: T; text: string }[]
  value: T
  /** Whether it leaves anything out. */
  isSet: boolean
  onChange(value: T): void
}

/** What of a list to show: one of a few, opened on demand. */
export const Choice = <T extends string>({ label, options, value, isSet, onChange }: ChoiceProps<T>) => (
  <span className={styles.choice} data-set={isSet}>
    <select
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => {
        const chosen = options.find((option) => option.value === currentTarget.value)
        if (chosen) onChange(chosen.value)
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))}
    </select>
    <Icon name="down" size={16} />
  </span>
)
