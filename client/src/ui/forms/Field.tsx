import { type ComponentProps, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '../classes.ts'
import { IconButton } from '../IconButton.tsx'
import styles from './field.module.css'

type FieldProps = {
  /** The id of the input that the label names. */
  id: string
  label: string
  /** Whether the last attempt failed by it. */
  wrong?: boolean
  /** For the one field that a screen is about. */
  large?: boolean | undefined
  /** The parts of the one box: an input, and what belongs to it. */
  children: ReactNode
  below?: ReactNode
}

/** A label above one sunken box whose parts are divided, not boxed. */
export const Field = ({ id, label, wrong = false, large, children, below }: FieldProps) => (
  <div className={classes(styles.field, large && styles.large)}>
    <label className={styles.label} htmlFor={id}>
      {label}
    </label>
    <div className={classes(styles.box, wrong && styles.wrong)}>{children}</div>
    {below}
  </div>
)

/**
 * An input of which less may be kept than is typed. While an input method composes, as for full-width digits, what it writes
 * stays shown: with something else in its place it would write all of it once more.
 */
export const KeptInput = ({ value, onChange, ...input }: ComponentProps<'input'>) => {
  const [composed, setComposed] = useState<string | null>(null)
  return (
    <input
      {...input}
      value={composed ?? value}
      onChange={(event) => {
        const { nativeEvent, currentTarget } = event
        const isComposing = nativeEvent instanceof InputEvent && nativeEvent.isComposing
        setComposed(isComposing ? currentTarget.value : null)
        onChange?.(event)
      }}
      onCompositionEnd={() => setComposed(null)}
    />
  )
}

/** The properties of a password's input, and the button, called `show`, that shows what is typed in it. */
export const usePasswordInput = (show: string) => {
  const [isShown, setShown] = useState(false)
  const input = {
    type: isShown ? 'text' : 'password',
    autoCapitalize: 'none',
    spellCheck: false,
    maxLength: 256,
  } as const
  const eye = (
    <IconButton
      className={styles.eye}
      icon={isShown ? 'blind' : 'eye'}
      label={show}
      pressed={isShown}
      onClick={() => setShown(!isShown)}
    />
  )
  return { input, eye }
}

/** Longer waits are shown in minutes. */
const mostSeconds = 120

type CodeButtonProps = Pick<ComponentProps<'button'>, 'disabled' | 'data-click' | 'onClick'> & {
  isSending: boolean
  /** Until the next one may be asked for. */
  secondsLeft: number
}

/** Has a code sent, and counts down until it may again. */
export const CodeButton = ({ isSending, secondsLeft, ...button }: CodeButtonProps) => {
  const { t } = useTranslation('login')
  const label = () => {
    if (isSending) return t('code.sending')
    if (secondsLeft > mostSeconds) return t('code.againMinutes', { minutes: Math.ceil(secondsLeft / 60) })
    return secondsLeft > 0 ? t('code.again', { seconds: secondsLeft }) : t('code.send')
  }
  return (
    <button
      {...button}
      type="button"
      className={styles.action}
      aria-disabled={isSending || button.disabled || undefined}
    >
      {label()}
    </button>
  )
}
