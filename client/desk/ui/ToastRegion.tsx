import { useEffect } from 'react'
import { useStore } from '../../src/lib/store.ts'
import { classes } from '../../src/ui/classes.ts'
import { createToasts, type Toast } from '../../src/ui/toasts.ts'
import { IconButton } from './Button.tsx'
import styles from './ToastRegion.module.css'

/** The notes in the lower corner. */
const toasts = createToasts(4)

/** One about what went wrong stays until it is closed; the same words take the place of the older. */
const show = (tone: 'plain' | 'good' | 'bad') => (title: string) => {
  toasts.show({ id: title, title: () => title, tone, stayMs: tone === 'bad' ? null : 6_000 })
}

/** Says something in passing: `toast.good('Deposit approved')`. */
export const toast = { plain: show('plain'), good: show('good'), bad: show('bad') }

/** Takes every note away: those of one session are nothing to the next, which may be someone else’s. */
export const clearToasts = (): void => {
  for (const { id } of toasts.current()) toasts.close(id)
}

const Note = ({ toast }: { toast: Toast }) => {
  const { id, tone, title } = toast
  useEffect(() => {
    if (toast.stayMs === null) return
    const timer = setTimeout(() => toasts.close(toast.id), toast.stayMs)
    return () => clearTimeout(timer)
  }, [toast])
  return (
    <li className={classes(styles.toast, tone !== 'plain' && styles[tone])}>
      <span className={styles.text}>{title()}</span>
      <IconButton icon="close" label="Close" onClick={() => toasts.close(id)} />
    </li>
  )
}

/** Where notes appear. */
export const ToastRegion = () => {
  const shown = useStore(toasts)
  return (
    <ul className={styles.region} aria-live="polite" aria-label="Notes">
      {shown.map((toast) => (
        <Note key={toast.id} toast={toast} />
      ))}
    </ul>
  )
}
