import { useId } from 'react'
import styles from './rows.module.css'

export type SwitchRowProps = {
  label: string
  hint: string
  isOn: boolean
  disabled?: boolean | undefined
  onChange(on: boolean): void
}

/** Something that is on or off, and what that does. */
export const SwitchRow = ({ label, hint, isOn, disabled = false, onChange }: SwitchRowProps) => {
  const id = useId()
  return (
    <div className={styles.row}>
      <label htmlFor={id}>
        {label}
        <small>{hint}</small>
      </label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className={styles.switch}
        checked={isOn}
        aria-checked={isOn}
        disabled={disabled}
        onChange={({ target }) => onChange(target.checked)}
      />
    </div>
  )
}
