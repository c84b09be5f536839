import { useLayoutEffect, useRef } from 'react'
import { classes } from './classes.ts'
import styles from './TurnRing.module.css'

/** How many seconds the ring is divided into; 12 while no turn says otherwise. */
export const ringUnits = (startedAt: number, deadline: number): number => {
  const seconds = Math.round((deadline - startedAt) / 1000)
  return seconds >= 1 ? seconds : 12
}

/** Where a turn stands, in milliseconds; `elapsed` stays inside the turn whatever the clocks say. */
export const ringAt = (
  startedAt: number,
  deadline: number,
  now: number,
): { total: number; elapsed: number } => {
  const total = Math.max(1, deadline - startedAt)
  return { total, elapsed: Math.min(total, Math.max(0, now - startedAt)) }
}

export type TurnClock = {
  /** When the turn began and when it ends, in milliseconds of the server's clock. */
  startedAt: number
  deadline: number
  /** The server's clock now, as this client knows it. */
  now(): number
  /** Play is paused: no time passes. */
  stands?: boolean | undefined
}

export type TurnRingProps = {
  /** The running turn; null while it is someone else's. */
  clock: TurnClock | null
  link?: 'here' | 'weak' | 'gone' | undefined
  out?: boolean | undefined
  winner?: boolean | undefined
  /** Takes the action color instead of the seat's. */
  yours?: boolean | undefined
  className?: string | undefined
}

const lastSeconds = 5

/**
 * The clock around an avatar: track, time and ticks of a second. The browser moves the time on its own, or a timer does
 * once a second for those who want less motion; React draws nothing while it runs. It says nothing to screen readers: the
 * live region tells turns.
 */
export const TurnRing = ({
  clock,
  link = 'here',
  out = false,
  winner = false,
  yours = false,
  className,
}: TurnRingProps) => {
  const time = useRef<SVGCircleElement>(null)
  const now = useRef(clock?.now)
  now.current = clock?.now
  const startedAt = clock?.startedAt ?? 0
  const deadline = clock?.deadline ?? 0
  const stands = clock?.stands ?? false
  const units = ringUnits(startedAt, deadline)
  const running = clock !== null && !out

  useLayoutEffect(() => {
    const circle = time.current
    if (!running || !circle || !now.current || typeof circle.animate !== 'function') return
    const { total, elapsed } = ringAt(startedAt, deadline, now.current())
    const sweep = circle.animate([{ strokeDashoffset: '0' }, { strokeDashoffset: String(units) }], {
      duration: total,
      fill: 'both',
    })
    sweep.currentTime = elapsed
    if (stands || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      sweep.pause()
      if (stands) return () => sweep.cancel()
      const seconds = setInterval(() => {
        if (now.current) sweep.currentTime = ringAt(startedAt, deadline, now.current()).elapsed
      }, 1000)
      return () => {
        clearInterval(seconds)
        sweep.cancel()
      }
    }
    const pulse = circle.animate([{ opacity: 1 }, { opacity: 0.45 }, { opacity: 1 }], {
      delay: Math.max(0, total - lastSeconds * 1000),
      duration: 1000,
      iterations: lastSeconds,
      easing: 'ease-in-out',
    })
    pulse.currentTime = elapsed
    return () => {
      sweep.cancel()
      pulse.cancel()
    }
  }, [running, startedAt, deadline, units, stands])

  return (
    <svg
      className={classes(
        styles.ring,
        link === 'weak' && styles.weak,
        link === 'gone' && styles.gone,
        out && styles.out,
        winner && styles.winner,
        yours && styles.yours,
        className,
      )}
      viewBox="0 0 64 64"
      aria-hidden="true"
    >
      <circle className={styles.track} cx="32" cy="32" r="29" />
      {running && (
        <>
          <circle
            ref={time}
            className={styles.time}
            cx="32"
            cy="32"
            r="29"
            pathLength={units}
            strokeDasharray={`${units} ${units}`}
          />
          <circle
            className={styles.ticks}
            cx="32"
            cy="32"
            r="29"
            pathLength={units}
            strokeDasharray=".09 .91"
            strokeDashoffset=".045"
          />
        </>
      )}
    </svg>
  )
}
