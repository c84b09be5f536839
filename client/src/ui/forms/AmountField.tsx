import { type ReactNode, type Ref, useId } from 'react'
import { Coin } from '../Coin.tsx'
import { classes } from '../classes.ts'
import { Icon } from '../Icon.tsx'
import styles from './amount.module.css'

export type AmountFieldProps = {
  label: string
  /** As it was typed. */
  value: string
  onChange(typed: string): void
  /** Below the field, such as its limits; an error takes its place. */
  hint?: ReactNode
  error?: string | null
  /** Inside the box, behind what is typed. */
  end?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** The one large field of a money screen: coins. */
export const AmountField = ({ label, value, onChange, hint, error = null, end, ref }: AmountFieldProps) => {
  const id = useId()
  const isWrong = error !== null
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={classes(styles.box, isWrong && styles.wrong)}>
        <Coin purse="coin" className={styles.coin} />
        <input
          ref={ref}
          id={id}
          className={styles.input}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          inputMode="numeric"
          autoComplete="off"
          maxLength={24}
          placeholder="0"
          aria-invalid={isWrong}
          aria-describedby={`${id}-said`}
        />
        {end}
      </div>
      {/* Always there, so that an error is heard when it comes. */}
      <p id={`${id}-said`} className={classes(styles.said, isWrong && styles.bad)} aria-live="polite">
        {isWrong && <Icon name="stop" size={16} />}
        {error ?? hint}
      </p>
    </div>
  )
}

/** A word inside the field that fills it in. */
export const AmountFill = ({ children, onPress }: { children: ReactNode; onPress(): void }) => (
  <button type="button" className={styles.fill} onClick={onPress}>
    {children}
  </button>
)
