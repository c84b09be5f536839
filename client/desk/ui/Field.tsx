import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'
import { classes } from '../../src/ui/classes.ts'
import styles from './Field.module.css'

type About = {
  label: ReactNode
  help?: ReactNode
  /** What is wrong with it; it is reported when it appears. */
  error?: string | null | undefined
  /** Label and box on one line, as in a row of filters. */
  inline?: boolean
}

type Described = {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
  className: string | undefined
}

const Labeled = ({
  label,
  help,
  error,
  inline = false,
  children,
}: About & { children: (described: Described) => ReactNode }) => {
  const id = useId()
  const hasMessage = Boolean(help) || Boolean(error)
  return (
    <div className={inline ? styles.inline : styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        className: styles.box,
        ...(hasMessage ? { 'aria-describedby': `${id}-message` } : {}),
        ...(error ? { 'aria-invalid': true } : {}),
      })}
      {hasMessage && (
        <p
          id={`${id}-message`}
          className={error ? styles.error : styles.help}
          role={error ? 'alert' : undefined}
        >
          {error || help}
        </p>
      )}
    </div>
  )
}

const aboutOf = <P extends About>({ label, help, error, inline, ...others }: P) => ({
  about: { label, help, error, ...(inline === undefined ? {} : { inline }) },
  others,
})

export type FieldProps = About & InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }

/** A line to fill in: an `<input>` with its label, help and error. */
export const Field = (props: FieldProps) => {
  const { about, others } = aboutOf(props)
  return <Labeled {...about}>{(described) => <input type="text" {...others} {...described} />}</Labeled>
}

export type TextAreaProps = About &
  TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }

/** Several lines to fill in. */
export const TextArea = (props: TextAreaProps) => {
  const { about, others } = aboutOf(props)
  return <Labeled {...about}>{(described) => <textarea {...others} {...described} />}</Labeled>
}

export type SelectProps<V extends string> = About &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'value' | 'onChange'> & {
    options: readonly { value: V; label: string }[]
    value: V
    onChange: (value: V) => void
  }

/** One of several. */
export const Select = <V extends string>({ options, value, onChange, ...props }: SelectProps<V>) => {
  const { about, others } = aboutOf(props)
  return (
    <Labeled {...about}>
      {(described) => (
        <select
          {...others}
          {...described}
          value={value}
          onChange={({ target }) => {
            const chosen = options.find((option) => option.value === target.value)
            if (chosen) onChange(chosen.value)
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Labeled>
  )
}

export type CheckProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'onChange'> & {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
}

export const Check = ({ label, onChange, className, ...others }: CheckProps) => (
  <label className={classes(styles.check, className)}>
    <input {...others} type="checkbox" onChange={({ target }) => onChange(target.checked)} />
    <span>{label}</span>
  </label>
)
