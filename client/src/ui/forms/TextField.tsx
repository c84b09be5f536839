import { type FormEventHandler, type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../Button.tsx'
import { classes } from '../classes.ts'
import { Icon } from '../Icon.tsx'
import { Field, KeptInput, usePasswordInput } from './Field.tsx'
import fields from './field.module.css'
import styles from './form.module.css'

type AccountFormProps = {
  onSubmit: FormEventHandler
  busy: boolean
  /** What went wrong that belongs to no field. */
  trouble: string | null
  /** What the button says. */
  save: string
  wide?: boolean
  children: ReactNode
}

/** The frame of every form of the profile: fields, what went wrong with all of them, and one button. */
export const AccountForm = ({ onSubmit, busy, trouble, save, wide = false, children }: AccountFormProps) => (
  <form className={styles.form} onSubmit={onSubmit} noValidate>
    {children}
    <Trouble text={trouble} />
    <div className={styles.actions}>
      <Button type="submit" variant="primary" wide={wide} busy={busy}>
        {save}
      </Button>
    </div>
  </form>
)

type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'before' | 'behind'> & {
  autoComplete: 'current-password' | 'new-password' | 'off'
}

/** A password, with a button that shows it. */
export const PasswordField = (props: PasswordFieldProps) => {
  const { t } = useTranslation('profile')
  const { input, eye } = usePasswordInput(t('password.show', { field: props.label }))
  return <TextField {...props} {...input} behind={eye} />
}

export type TextFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'className'> & {
  label: string
  /** Below the field; an error takes its place. */
  hint?: ReactNode
  error?: string | null
  /** Inside the box, before and behind what is typed. */
  before?: ReactNode
  behind?: ReactNode
  large?: boolean
  ref?: Ref<HTMLInputElement>
}

/** A field of a form, with one line of help or of what is wrong below. */
export const TextField = (props: TextFieldProps) => {
  const { label, hint, error = null, before, behind, large, ref, ...input } = props
  const id = useId()
  const isWrong = error !== null
  const isSaid = isWrong || hint !== undefined
  return (
    <Field
      id={id}
      label={label}
      wrong={isWrong}
      large={large}
      below={
        // Always there, so that an error is heard when it comes.
        <p id={`${id}-said`} className={classes(styles.said, isWrong && styles.wrong)} aria-live="polite">
          {isWrong && <Icon name="alert" size={16} />}
          {error ?? hint}
        </p>
      }
    >
      {before}
      <KeptInput
        {...input}
        ref={ref}
        id={id}
        className={fields.input}
        aria-invalid={isWrong}
        aria-describedby={isSaid ? `${id}-said` : undefined}
      />
      {behind}
    </Field>
  )
}

/** What is wrong with something as a whole. */
export const Trouble = ({ text }: { text: string | null }) =>
  text === null ? null : (
    <p className={classes(styles.trouble, styles.wrong)} role="alert">
      <Icon name="alert" />
      {text}
    </p>
  )
