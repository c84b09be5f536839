import { useSyncExternalStore } from 'react'

let now = Date.now()
let timer: ReturnType<typeof setInterval> | null = null
const listeners = new Set<() => void>()

const tick = () => {
  now = Date.now()
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  if (timer === null) {
    tick()
    timer = setInterval(tick, 1_000)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }
}

/** The time in whole steps of `stepMs`, in milliseconds since 1970: one clock for all that shows an age. */
export const useNow = (stepMs = 1_000): number => {
  const read = () => Math.floor(now / stepMs) * stepMs
  return useSyncExternalStore(subscribe, read, read)
}
