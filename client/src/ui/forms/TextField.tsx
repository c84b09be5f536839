import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../Icon.tsx'
import { Field } from './Field.tsx'
import fields from './field.module.css'
import styles from './form.module.css'

export type TextFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'className'> & {
  label: string
  /** Below the field; an error takes its place. */
  hint?: ReactNode
  error?: string | null
  /** Inside the box, before and behind what is typed. */
  before?: ReactNode
  behind?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** A field of a form, with one line of help or of what is wrong below. */
export const TextField = ({ label, hint, error = null, before, behind, ref, ...input }: TextFieldProps) => {
  const id = useId()
  const isWrong = error !== null
  const isSaid = isWrong || hint !== undefined
  return (
    <Field
      id={id}
      label={label}
      wrong={isWrong}
      below={
        // Always there, so that an error is heard when it comes.
        <p id={`${id}-said`} className={classes(styles.said, isWrong && styles.wrong)} aria-live="polite">
          {isWrong && <Icon name="alert" size={16} />}
          {error ?? hint}
        </p>
      }
    >
      {before}
      <input
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
