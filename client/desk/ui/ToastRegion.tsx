import { useEffect } from 'react'
import { createStore, useStore } from '../../src/lib/store.ts'
import { classes } from '../../src/ui/classes.ts'
import { IconButton } from './Button.tsx'
import styles from './ToastRegion.module.css'

type ToastTone = 'plain' | 'good' | 'bad'
type Toast = { id: number; tone: ToastTone; text: string }

/** At most this many at once: the oldest makes room. */
const room = 4

const { current, set, subscribe } = createStore<readonly Toast[]>(() => [])
let count = 0
const show = (tone: ToastTone) => (text: string) => {
  count += 1
  set([...current().filter((other) => other.text !== text), { id: count, tone, text }].slice(-room))
}

/** The notes in the lower corner. */
const toasts = {
  current,
  subscribe,
  close: (id: number) => set(current().filter((toast) => toast.id !== id)),
}

/** Says something in passing: `toast.good('Deposit approved')`. */
export const toast = { plain: show('plain'), good: show('good'), bad: show('bad') }

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
