import { type ReactNode, type Ref, useId } from 'react'
import shape from '../../styles/shape.module.css'
import { Icon } from '../../ui/Icon.tsx'
import styles from './tick.module.css'

type TickProps = {
  label: ReactNode
  isTicked: boolean
  onTick(isTicked: boolean): void
  error: string | null
  ref?: Ref<HTMLInputElement>
}

/** Something that is said by ticking it. */
export const Tick = ({ label, isTicked, onTick, error, ref }: TickProps) => {
  const id = useId()
  return (
    <div className={styles.field}>
      <label className={styles.tick}>
        <input
          ref={ref}
          className={shape.cover}
          type="checkbox"
          checked={isTicked}
          onChange={({ currentTarget }) => onTick(currentTarget.checked)}
          aria-invalid={error !== null}
          aria-describedby={id}
        />
        <span className={styles.box}>
          <Icon name="check" size={18} />
        </span>
        <span>{label}</span>
      </label>
      {/* Always there, so that an error is heard when it comes. */}
      <p id={id} className={styles.error} aria-live="polite">
        {error !== null && (
          <>
            <Icon name="stop" size={16} />
            {error}
          </>
        )}
      </p>
    </div>
  )
}
