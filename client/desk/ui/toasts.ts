import { createStore } from '../../src/lib/store.ts'

export type ToastTone = 'plain' | 'good' | 'bad'
export type Toast = { id: number; tone: ToastTone; text: string }

/** At most this many at once: the oldest makes room. */
const room = 4

const { current, set, subscribe } = createStore<readonly Toast[]>(() => [])
let count = 0
const show = (tone: ToastTone) => (text: string) => {
  count += 1
  set([...current().filter((other) => other.text !== text), { id: count, tone, text }].slice(-room))
}

/** The notes in the lower corner. */
export const toasts = {
  current,
  subscribe,
  close: (id: number) => set(current().filter((toast) => toast.id !== id)),
}

/** Says something in passing: `toast.good('Deposit approved')`. */
export const toast = { plain: show('plain'), good: show('good'), bad: show('bad') }
