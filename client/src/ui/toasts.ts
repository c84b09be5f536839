import type { IconName } from './Icon.tsx'

export type ToastTone = 'plain' | 'good' | 'warn' | 'bad'

export type Toast = {
  /** One with the same id takes the place of the older. */
  id: string
  tone: ToastTone
  title: string
  detail?: string | undefined
  icon?: IconName | undefined
  action?: { label: string; run: () => void } | undefined
  /** Whether the action stands below the text, which is long. */
  isLong?: boolean | undefined
  /** How long it stays, in milliseconds; null until closed. */
  stayMs: number | null
}

export type ToastInput = Omit<Toast, 'id' | 'tone' | 'stayMs'> &
  Partial<Pick<Toast, 'id' | 'tone' | 'stayMs'>>

/** At most this many at once: the oldest makes room. */
const room = 3

export const createToasts = () => {
  let shown: readonly Toast[] = []
  let count = 0
  const listeners = new Set<() => void>()
  const put = (next: readonly Toast[]) => {
    shown = next
    for (const listener of listeners) listener()
  }
  return {
    current: () => shown,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Shows a note and returns its id. 5 s unless told otherwise; one with an action stays 8 s. */
    show(input: ToastInput): string {
      count += 1
      const toast: Toast = {
        tone: 'plain',
        stayMs: input.action ? 8_000 : 5_000,
        ...input,
        id: input.id ?? `toast-${count}`,
      }
      const others = shown.filter(({ id }) => id !== toast.id)
      put([...others, toast].slice(-room))
      return toast.id
    },
    close(id: string) {
      if (shown.some((toast) => toast.id === id)) put(shown.filter((toast) => toast.id !== id))
    },
  }
}

/** The notes of this tab. */
export const toasts = createToasts()
