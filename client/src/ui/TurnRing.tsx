import { useLayoutEffect, useRef } from 'react'
import { classes } from './classes.ts'
import { RingHalves } from './RingHalves.tsx'
import styles from './TurnRing.module.css'

/** How many seconds the ring is divided into; 12 of a turn without length. */
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
  /** The running turn; null while it is someone else's, none where no turn is shown. */
  clock?: TurnClock | null | undefined
  link?: 'here' | 'weak' | 'gone' | undefined
  out?: boolean | undefined
  winner?: boolean | undefined
  /** Takes the action color instead of the seat's. */
  yours?: boolean | undefined
  className?: string | undefined
}

const lastSeconds = 5

/** Turns each half out of its side of `ring`, from twelve o'clock back, one after the other. */
const sweepOf = (ring: Element, { total, elapsed }: ReturnType<typeof ringAt>): Animation[] =>
  [...ring.querySelectorAll('svg')].map((arc, half) => {
    const sweep = arc.animate([{ transform: 'rotate(0deg)' }, { transform: 'rotate(-180deg)' }], {
      delay: (half * total) / 2,
      duration: total / 2,
      fill: 'both',
    })
    sweep.currentTime = elapsed
    return sweep
  })

/**
 * The clock around an avatar: track, time and ticks of a second. For those who want less motion a timer turns the time once a
 * second. React draws nothing while it runs, and where turns come and go it stays and is unseen: to make it for each took a
 * phone a quarter of a frame. It says nothing to screen readers: the live region tells turns.
 */
export const TurnRing = ({
  clock,
  link = 'here',
  out = false,
  winner = false,
  yours = false,
  className,
}: TurnRingProps) => {
  const time = useRef<HTMLSpanElement>(null)
  const now = useRef(clock?.now)
  now.current = clock?.now
  const startedAt = clock?.startedAt ?? 0
  const deadline = clock?.deadline ?? 0
  const stands = clock?.stands ?? false
  const running = Boolean(clock) && !out
  const units = useRef(12)
  if (running) units.current = ringUnits(startedAt, deadline)

  useLayoutEffect(() => {
    const ring = time.current
    if (!running || !ring || !now.current || typeof ring.animate !== 'function') return
    const at = ringAt(startedAt, deadline, now.current())
    const sweeps = sweepOf(ring, at)
    const cancel = () => {
      for (const sweep of sweeps) sweep.cancel()
    }
    if (stands || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      for (const sweep of sweeps) sweep.pause()
      if (stands) return cancel
      const seconds = setInterval(() => {
        if (!now.current) return
        const { elapsed } = ringAt(startedAt, deadline, now.current())
        for (const sweep of sweeps) sweep.currentTime = elapsed
      }, 1000)
      return () => {
        clearInterval(seconds)
        cancel()
      }
    }
    const pulse = ring.animate([{ opacity: 1 }, { opacity: 0.45 }, { opacity: 1 }], {
      delay: Math.max(0, at.total - lastSeconds * 1000),
      duration: 1000,
      iterations: lastSeconds,
      easing: 'ease-in-out',
    })
    pulse.currentTime = at.elapsed
    return () => {
      cancel()
      pulse.cancel()
    }
  }, [running, startedAt, deadline, stands])

  return (
    <span
      className={classes(
        styles.ring,
        running && styles.running,
        link === 'weak' && styles.weak,
        link === 'gone' && styles.gone,
        out && styles.out,
        winner && styles.winner,
        yours && styles.yours,
        className,
      )}
    >
      <svg className={styles.track} viewBox="0 0 64 64" aria-hidden="true">
        <circle cx="32" cy="32" r="29" />
      </svg>
      {clock !== undefined && (
        <>
          <RingHalves ref={time} className={styles.time} />
          <svg className={styles.ticks} data-behind="" viewBox="0 0 64 64" aria-hidden="true">
            <circle
              cx="32"
              cy="32"
              r="29"
              pathLength={units.current}
              strokeDasharray=".09 .91"
              strokeDashoffset=".045"
            />
          </svg>
        </>
      )}
    </span>
  )
}
