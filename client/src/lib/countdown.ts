import { useEffect, useState } from 'react'

const two = (count: number) => String(count).padStart(2, '0')

/** Seconds as a clock reads them: `24:36`, and `1:04:36` from an hour on. */
export const clockText = (seconds: number): string => {
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  const rest = `${two(minutes % 60)}:${two(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

/** Which share of a time is left, from 0 to 1. */
export const shareLeft = (from: number, until: number, leftMs: number): number =>
  until <= from ? 0 : Math.min(1, Math.max(0, leftMs / (until - from)))

/** Whole seconds left until `deadline`, counted up: 1 while any of the last second is left, then 0. */
export const secondsLeft = (deadline: number, now: number): number =>
  Math.max(0, Math.ceil((deadline - now) / 1000))

/** Milliseconds until `secondsLeft` next changes; past the deadline a second, since a clock may be set back. */
export const untilNextSecond = (deadline: number, now: number): number => {
  const left = deadline - now
  return left <= 0 ? 1000 : left - (Math.ceil(left / 1000) - 1) * 1000
}

/** The seconds left, rendered on their boundaries. `now` is the server's clock, which may stand or be corrected. */
export const useCountdown = (deadline: number | null, now: () => number): number | null => {
  const [, tick] = useState(0)
  const left = deadline === null ? null : secondsLeft(deadline, now())
  useEffect(() => {
    if (deadline === null) return
    let timer: ReturnType<typeof setTimeout> | null = null
    const plan = () => {
      const at = now()
      timer = setTimeout(() => {
        if (now() === at) return
        if (secondsLeft(deadline, now()) !== secondsLeft(deadline, at)) tick((count) => count + 1)
        plan()
      }, untilNextSecond(deadline, at) + 1)
    }
    plan()
    return () => {
      if (timer !== null) clearTimeout(timer)
    }
  }, [deadline, now])
  return left
}

/** Whether `holds` has been true for `ms` milliseconds without a break. */
export const useLasting = (holds: boolean, ms: number): boolean => {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    setLasts(false)
    if (!holds) return
    const timer = setTimeout(() => setLasts(true), ms)
    return () => clearTimeout(timer)
  }, [holds, ms])
  return lasts
}
