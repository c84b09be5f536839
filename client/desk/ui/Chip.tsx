import type { ReactNode } from 'react'
import { classes } from '../../src/ui/classes.ts'
import { Button } from './Button.tsx'
import styles from './Chip.module.css'
import { Icon, type IconName } from './Icon.tsx'

export type ChipTone = 'plain' | 'ok' | 'warn' | 'bad' | 'info'

/** A word about something's state. Color is never alone: the word says it. */
export const Chip = ({
  tone = 'plain',
  icon,
  children,
}: {
  tone?: ChipTone
  icon?: IconName
  children: ReactNode
}) => (
  <span className={classes(styles.chip, styles[tone])}>
    {icon && <Icon name={icon} />}
    {children}
  </span>
)

export type FilterChipsProps<V extends string> = {
  label: string
  options: readonly { value: V; label: string; count?: number | undefined }[]
  value: V
  onChange: (value: V) => void
}

/** One choice out of a few, side by side. */
export const FilterChips = <V extends string>({ label, options, value, onChange }: FilterChipsProps<V>) => (
  <fieldset className={styles.filters} aria-label={label}>
    {options.map((option) => (
      <Button key={option.value} aria-pressed={option.value === value} onClick={() => onChange(option.value)}>
        {option.label}
        {option.count !== undefined && (
          <span className={styles.count}>{option.count.toLocaleString('en')}</span>
        )}
      </Button>
    ))}
  </fieldset>
)
