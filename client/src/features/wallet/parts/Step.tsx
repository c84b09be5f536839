import { type FormEventHandler, type ReactNode, useId } from 'react'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/Icon.tsx'
import styles from './step.module.css'

type Sum = { name: string; value: ReactNode; isTotal?: boolean }

/** What a sum is made of, line by line, and in the end what it comes to. */
export const Sums = ({ lines }: { lines: readonly Sum[] }) => (
  <dl className={styles.sums}>
    {lines.map(({ name, value, isTotal = false }) => (
      <div key={name} className={classes(styles.line, isTotal && styles.total)}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

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

type StepProps = {
  children: ReactNode
  /** What stays at the thumb: the way on. */
  foot?: ReactNode
}

/** The class of a sheet's body that shows one step: it leaves scrolling to the step. */
export const stepBody = styles.body

/** One step of a sheet: what scrolls, and what stays below it. */
export const Step = ({ children, foot }: StepProps) => (
  <div className={styles.step}>
    {/* A unique name: the router would scroll it to where the step before stood. */}
    <div className={styles.main} data-scroll-restoration-id={useId()}>
      {children}
    </div>
    {foot && <div className={styles.foot}>{foot}</div>}
  </div>
)

/** A step that is filled in. */
export const FormStep = ({ onSubmit, ...step }: StepProps & { onSubmit: FormEventHandler }) => (
  <form className={styles.form} onSubmit={onSubmit} noValidate>
    <Step {...step} />
  </form>
)
