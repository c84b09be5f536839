import { useSyncExternalStore } from 'react'
import { ago, clockTime, dayTime, exactTime } from './words.ts'

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

const Ago = ({ at }: { at: number }) => ago(at, useNow(Math.abs(Date.now() - at) < 120_000 ? 1_000 : 30_000))

/** A point in time, in milliseconds since 1970: how long ago, or the time of day, or the day too. Exact on hover. */
export const Time = ({ at, as = 'ago' }: { at: number; as?: 'ago' | 'clock' | 'day' }) => (
  <time dateTime={new Date(at).toISOString()} title={exactTime(at)}>
    {as === 'ago' && <Ago at={at} />}
    {as === 'clock' && clockTime(at)}
    {as === 'day' && dayTime(at)}
  </time>
)
