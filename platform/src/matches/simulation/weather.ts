import type { Chances } from './chances.ts'
import type { Timeline } from './timeline.ts'

/** What strikes one statement, commit or message. */
export type Strike =
  /** The connection dies before it had any effect. */
  | 'before'
  /** The connection dies after it had. */
  | 'after'
  /** It was given up on and takes effect some time later. */
  | 'late'
  /** The database chose it to fail because of another transaction. */
  | 'serialization'
  /** The database cut it off for taking too long. */
  | 'canceled'

/** How bad a world is: probabilities for each statement and message, and mean times between outages in ms. */
export type Climate = {
  name: string
  statement: Readonly<Record<Strike, number>>
  message: { lost: number; doubled: number; delayed: number }
  everyMs: {
    away: number
    slow: number
    crash: number
    takeover: number
    edgeSilent: number
    edgeCut: number
  }
}

const never = Number.POSITIVE_INFINITY
const minutes = 60_000

export const climates: readonly [Climate, ...Climate[]] = [
  {
    name: 'calm',
    statement: { before: 0, after: 0, late: 0, serialization: 0, canceled: 0 },
    message: { lost: 0, doubled: 0, delayed: 0.01 },
    everyMs: { away: never, slow: never, crash: never, takeover: never, edgeSilent: never, edgeCut: never },
  },
  {
    name: 'lossy bus',
    statement: { before: 0, after: 0, late: 0, serialization: 0, canceled: 0 },
    message: { lost: 0.04, doubled: 0.04, delayed: 0.06 },
    everyMs: {
      away: never,
      slow: never,
      crash: never,
      takeover: never,
      edgeSilent: 2 * minutes,
      edgeCut: 2 * minutes,
    },
  },
  {
    name: 'bad database',
    statement: { before: 0.01, after: 0.01, late: 0.01, serialization: 0.005, canceled: 0.005 },
    message: { lost: 0.005, doubled: 0.005, delayed: 0.01 },
    everyMs: {
      away: 1.5 * minutes,
      slow: minutes,
      crash: never,
      takeover: never,
      edgeSilent: never,
      edgeCut: never,
    },
  },
  {
    name: 'crashing host',
    statement: { before: 0.002, after: 0.002, late: 0.002, serialization: 0.002, canceled: 0.002 },
    message: { lost: 0.01, doubled: 0.01, delayed: 0.02 },
    everyMs: {
      away: 5 * minutes,
      slow: 3 * minutes,
      crash: 0.7 * minutes,
      takeover: 1.5 * minutes,
      edgeSilent: 4 * minutes,
      edgeCut: 4 * minutes,
    },
  },
  {
    name: 'everything at once',
    statement: { before: 0.005, after: 0.005, late: 0.005, serialization: 0.005, canceled: 0.005 },
    message: { lost: 0.03, doubled: 0.03, delayed: 0.04 },
    everyMs: {
      away: 2 * minutes,
      slow: 2 * minutes,
      crash: 2 * minutes,
      takeover: 3 * minutes,
      edgeSilent: 2 * minutes,
      edgeCut: 2 * minutes,
    },
  },
]

/** The weather of a world as it is now. */
export type Weather = {
  climate: Climate
  /** Nothing goes wrong any more, so that what was begun can be seen to end. */
  calm: boolean
  databaseAway: boolean
  databaseSlow: boolean
  strike(chances: Chances): Strike | null
  /** Half the time of a statement, in milliseconds: on its way to the database or back. */
  statementMs(chances: Chances): number
  /** The time of a message in milliseconds; null when it is lost. */
  messageMs(chances: Chances): number | null
}

const strikes = ['before', 'after', 'late', 'serialization', 'canceled'] as const

export const weatherOf = (climate: Climate): Weather => ({
  climate,
  calm: false,
  databaseAway: false,
  databaseSlow: false,
  strike(chances) {
    if (this.calm) return null
    if (this.databaseAway) return 'before'
    let drawn = chances.random()
    for (const strike of strikes) {
      drawn -= climate.statement[strike]
      if (drawn < 0) return strike
    }
    return null
  },
  statementMs(chances) {
    return this.databaseSlow ? chances.between(5, 30) : chances.between(0.05, 0.4)
  },
  messageMs(chances) {
    const { lost, delayed } = climate.message
    if (!this.calm && chances.happens(lost)) return null
    return !this.calm && chances.happens(delayed) ? chances.between(20, 1_500) : chances.between(0.1, 3)
  },
})

/** Calls `begin` again and again, `everyMs` apart on average. */
export const again = (
  timeline: Timeline,
  chances: Chances,
  everyMs: number,
  begin: () => void | Promise<void>,
): void => {
  if (everyMs === never) return
  timeline.after(chances.between(0.2, 1.8) * everyMs, async () => {
    again(timeline, chances, everyMs, begin)
    await begin()
  })
}
