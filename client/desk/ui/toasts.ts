export type ToastTone = 'plain' | 'good' | 'bad'
export type Toast = { id: number; tone: ToastTone; text: string }

/** At most this many at once: the oldest makes room. */
const room = 4

let shown: readonly Toast[] = []
let count = 0
const listeners = new Set<() => void>()
const put = (next: readonly Toast[]) => {
  shown = next
  for (const listener of listeners) listener()
}
const show = (tone: ToastTone) => (text: string) => {
  count += 1
  put([...shown.filter((other) => other.text !== text), { id: count, tone, text }].slice(-room))
}

/** The notes in the lower corner. */
export const toasts = {
  current: () => shown,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  close: (id: number) => put(shown.filter((toast) => toast.id !== id)),
}

/** Says something in passing: `toast.good('Deposit approved')`. */
export const toast = { plain: show('plain'), good: show('good'), bad: show('bad') }
