import { createStore } from '../lib/store.ts'
import type { IconName } from './Icon.tsx'

export type ToastTone = 'plain' | 'good' | 'warn' | 'bad'

/** Asked for whenever it is shown, so that it follows the language. */
type ToastText = () => string

type ToastAction = { label: ToastText; run: () => void }

export type Toast = {
  /** One with the same id takes the place of the older. */
  id: string
  tone: ToastTone
  title: ToastText
  detail?: ToastText | undefined
  icon?: IconName | undefined
  action?: ToastAction | undefined
  /** What else may be done. */
  otherAction?: ToastAction | undefined
  /** Whether the actions stand below the text. */
  isLong?: boolean | undefined
  /** How long it stays, in milliseconds; null until closed. */
  stayMs: number | null
}

export type ToastInput = Omit<Toast, 'id' | 'tone' | 'stayMs'> &
  Partial<Pick<Toast, 'id' | 'tone' | 'stayMs'>>

/** At most `room` at once: the oldest makes room. */
export const createToasts = (room = 3) => {
  const { current, set, subscribe } = createStore<readonly Toast[]>(() => [])
  let count = 0
  return {
    current,
    subscribe,
    /** Shows a note and returns its id. 5 s by default; one with an action stays 8 s. */
    show(input: ToastInput): string {
      count += 1
      const toast: Toast = {
        tone: 'plain',
        stayMs: input.action ? 8_000 : 5_000,
        ...input,
        id: input.id ?? `toast-${count}`,
      }
      const others = current().filter(({ id }) => id !== toast.id)
      set([...others, toast].slice(-room))
      return toast.id
    },
    close(id: string) {
      if (current().some((toast) => toast.id === id)) set(current().filter((toast) => toast.id !== id))
    },
  }
}

/** The notes of this tab. */
export const toasts = createToasts()
