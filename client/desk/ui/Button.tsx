import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { classes } from '../../src/ui/classes.ts'
import styles from './Button.module.css'
import { Icon, type IconName } from './Icon.tsx'

/** `act` is the page's first action, `go` approves, `stop` rejects, `red` is a way to something that hurts. */
export type ButtonTone = 'plain' | 'act' | 'go' | 'stop' | 'red' | 'quiet'

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> & {
  tone?: ButtonTone
  small?: boolean
  icon?: IconName
  /** What it started is not over yet: a second press does nothing. */
  busy?: boolean
  submit?: boolean
  children: ReactNode
}

export const Button = ({
  tone = 'plain',
  small = false,
  icon,
  busy = false,
  submit = false,
  disabled,
  className,
  children,
  ...others
}: ButtonProps) => (
  <button
    {...others}
    type={submit ? 'submit' : 'button'}
    disabled={disabled || busy}
    aria-busy={busy || undefined}
    className={classes(styles.button, styles[tone], small && styles.small, className)}
  >
    {icon && <Icon name={icon} />}
    {children}
  </button>
)

/** A link that looks like a button: of `createLink`, or an `<a>` out of the desk. */
export const buttonClass = (tone: ButtonTone = 'plain', small = false): string =>
  classes(styles.button, styles[tone], small && styles.small)

export type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> & {
  icon: IconName
  /** What it does, in words. */
  label: string
}

export const IconButton = ({ icon, label, className, ...others }: IconButtonProps) => (
  <button
    {...others}
    type="button"
    aria-label={label}
    title={label}
    className={classes(styles.icon, className)}
  >
    <Icon name={icon} />
  </button>
)
