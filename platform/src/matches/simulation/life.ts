import type { Clock } from '@minefall/shared/node'
import type { Timeline } from './timeline.ts'

/** One run of a program, from its start until it is killed. For tests alone. */
export type Life = {
  /** Its machine: cuts and splits of the network are those of machines. */
  readonly place: string
  /** In traces. */
  readonly name: string
  alive: boolean
  /** The system has stopped it until then; what is due in the meantime happens after. */
  frozenUntil: number
  /** How far the machine's clock is ahead of the true time, in milliseconds. */
  aheadMs: number
}

export const newLife = (place: string, name: string, aheadMs = 0): Life => ({
  ...{ place, name, aheadMs },
  alive: true,
  frozenUntil: 0,
})

export const isAwake = (life: Life, now: number): boolean => life.alive && life.frozenUntil <= now

/** Runs `run` as part of a life: not before it is awake, and never once it was killed. */
export const inLife = (
  timeline: Timeline,
  life: Life,
  run: () => void | Promise<void>,
): void | Promise<void> => {
  if (!life.alive) return
  if (isAwake(life, timeline.now())) return run()
  timeline.after(life.frozenUntil - timeline.now(), () => inLife(timeline, life, run))
}

/** The clock of a life. */
export const clockOf = (timeline: Timeline, life: Life): Clock => ({
  now: () => timeline.now() + life.aheadMs,
  after: (ms, run) => {
    let canceled = false
    const cancel = timeline.after(ms, () =>
      inLife(timeline, life, () => {
        if (!canceled) run()
      }),
    )
    return () => {
      canceled = true
      cancel()
    }
  },
})
