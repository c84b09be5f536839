import type { ButtonHTMLAttributes } from 'react'
import styles from './Button.module.css'
import { classes } from './classes.ts'
import { Icon, type IconName } from './Icon.tsx'

/** Turns while something is on its way; anyone who shows it says in words what. */
export const Spinner = () => <span className={styles.spinner} aria-hidden="true" />

export type ButtonLook = {
  /** `primary` once a screen; `text` inside other things. */
  variant?: 'primary' | 'neutral' | 'quiet' | 'text' | undefined
  size?: 'normal' | 'big' | undefined
  /** As wide as its place. */
  wide?: boolean | undefined
}

/** The classes of a button, for a link that looks like one. */
export const buttonClass = ({
  variant = 'neutral',
  size = 'normal',
  wide = false,
}: ButtonLook = {}): string =>
  classes(styles.button, styles[variant], size === 'big' && styles.big, wide && styles.wide)

export type ButtonProps = ButtonLook &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> & {
    icon?: IconName | undefined
    /** Shows a spinner and takes no presses; the label stays for screen readers. */
    busy?: boolean | undefined
    /** Takes no presses for now, but keeps the focus, which `disabled` would take from someone at a keyboard. */
    off?: boolean | undefined
    type?: 'button' | 'submit' | undefined
  }

/** A cap on a skirt, like a tile: a press travels the skirt's height in 80 ms. */
export const Button = ({
  variant,
  size,
  wide,
  icon,
  busy = false,
  off = false,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) => (
  <button
    {...rest}
    type={type}
    className={classes(
      buttonClass({ variant, size, wide }),
      busy && styles.busy,
      off && styles.off,
      className,
    )}
    aria-disabled={busy || off || rest['aria-disabled'] || undefined}
    aria-busy={busy || undefined}
    onClick={busy || off ? (event) => event.preventDefault() : onClick}
  >
    {busy ? <Spinner /> : icon && <Icon name={icon} />}
    {children}
  </button>
)
