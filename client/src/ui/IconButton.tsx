import type { ButtonHTMLAttributes } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './Icon.tsx'
import styles from './IconButton.module.css'

export type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'children'> & {
  icon: IconName
  /** What it does, for screen readers and as the tooltip. */
  label: string
  /** For a switch: whether it is on. */
  pressed?: boolean | undefined
}

/** 44 pixels to touch, quiet until then. */
export const IconButton = ({ icon, label, pressed, className, type, ...rest }: IconButtonProps) => (
  <button
    {...rest}
    type={type ?? 'button'}
    className={classes(styles.button, className)}
    aria-label={label}
    title={label}
    aria-pressed={pressed}
  >
    <Icon name={icon} />
  </button>
)
