import { X } from 'lucide-react'
import { useEffect } from 'react'
import { useStore } from '../../src/lib/store.ts'
import { IconButton } from './Button.tsx'
import { classes } from './classes.ts'
import styles from './ToastRegion.module.css'
import { type Toast, toasts } from './toasts.ts'

/** How long a note stays, in milliseconds; one about what went wrong stays until it is closed. */
const stayMs = 6_000

const Note = ({ toast: { id, tone, text } }: { toast: Toast }) => {
  useEffect(() => {
    if (tone === 'bad') return
    const timer = setTimeout(() => toasts.close(id), stayMs)
    return () => clearTimeout(timer)
  }, [id, tone])
  return (
    <li className={classes(styles.toast, tone !== 'plain' && styles[tone])}>
      <span className={styles.text}>{text}</span>
      <IconButton icon={X} label="Close" onClick={() => toasts.close(id)} />
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
