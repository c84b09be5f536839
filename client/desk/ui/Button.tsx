import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { classes } from '../../src/ui/classes.ts'
import styles from './Button.module.css'

/** `act` is the page's first action, `go` approves, `stop` rejects, `red` is a way to something that hurts. */
export type ButtonTone = 'plain' | 'act' | 'go' | 'stop' | 'red' | 'quiet'

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> & {
  tone?: ButtonTone
  small?: boolean
  icon?: LucideIcon
  /** What it started is not over yet: a second press does nothing. */
  busy?: boolean
  submit?: boolean
  children: ReactNode
}

export const Button = ({
  tone = 'plain',
  small = false,
  icon: Icon,
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
    {Icon && <Icon aria-hidden />}
    {children}
  </button>
)

/** A link that looks like a button: of `createLink`, or an `<a>` out of the desk. */
export const buttonClass = (tone: ButtonTone = 'plain', small = false): string =>
  classes(styles.button, styles[tone], small && styles.small)

export type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> & {
  icon: LucideIcon
  /** What it does, in words. */
  label: string
}

export const IconButton = ({ icon: Icon, label, className, ...others }: IconButtonProps) => (
  <button
    {...others}
    type="button"
    aria-label={label}
    title={label}
    className={classes(styles.icon, className)}
  >
    <Icon aria-hidden />
  </button>
)
