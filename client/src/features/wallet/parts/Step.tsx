import { type FormEventHandler, type ReactNode, useId } from 'react'
import styles from './step.module.css'

type StepProps = {
  children: ReactNode
  /** What stays at the thumb: the way on. */
  foot?: ReactNode
}

/** The class of a sheet's body that shows one step: it leaves scrolling to the step. */
export const stepBody = styles.body

/** One step of a sheet: what scrolls, and what stays below it. */
export const Step = ({ children, foot }: StepProps) => (
  <div className={styles.step}>
    {/* A name of its own: the router would scroll it to where the step before stood. */}
    <div className={styles.main} data-scroll-restoration-id={useId()}>
      {children}
    </div>
    {foot && <div className={styles.foot}>{foot}</div>}
  </div>
)

/** A step that is filled in. */
export const FormStep = ({ onSubmit, ...step }: StepProps & { onSubmit: FormEventHandler }) => (
  <form className={styles.form} onSubmit={onSubmit} noValidate>
    <Step {...step} />
  </form>
)
