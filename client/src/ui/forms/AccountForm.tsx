import type { FormEventHandler, ReactNode } from 'react'
import { Button } from '../Button.tsx'
import styles from './form.module.css'
import { Trouble } from './TextField.tsx'

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
