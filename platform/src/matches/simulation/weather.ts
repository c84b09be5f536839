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

/** What begins, and ends on its own or with another start. `storms.ts` says what each is. */
export type StormKind =
  | 'away'
  | 'slow'
  | 'full'
  | 'crash'
  | 'pause'
  | 'stop'
  | 'jump'
  | 'nodeCut'
  | 'storageCut'
  | 'split'
  | 'edgeSilent'
  | 'edgeCut'
  | 'edgeCrash'
  | 'edgePause'

/** How bad a world is: probabilities for each statement and message, and mean times between storms in ms. */
export type Climate = {
  name: string
  statement: Readonly<Record<Strike, number>>
  /** `ordered`: what one program sends another arrives in the order of sending, as on a connection. */
  message: { lost: number; doubled: number; delayed: number; ordered: boolean }
  /** Kinds that are not named never begin. */
  everyMs: Readonly<Partial<Record<StormKind, number>>>
}

/** The weather of a world as it is now. */
export type Weather = {
  climate: Climate
  /** Nothing goes wrong any more, so that what was begun can be seen to end. */
  calm: boolean
  databaseAway: boolean
  databaseSlow: boolean
  diskFull: boolean
  /** Machines that can't reach the database; one stands there as often as it is cut off. */
  storageCuts: string[]
  /** What strikes a statement of a program on this machine. */
  strike(chances: Chances, place: string): Strike | null
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
  diskFull: false,
  storageCuts: [],
  strike(chances, place) {
    if (this.databaseAway || this.storageCuts.includes(place)) return 'before'
    if (this.calm) return null
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

/** Calls `begin` again and again, `everyMs` apart on average, with the number of the time. */
export const again = (
  timeline: Timeline,
  chances: Chances,
  everyMs: number,
  begin: (number: number) => void | Promise<void>,
): void => {
  const next = (number: number) =>
    timeline.after(chances.between(0.2, 1.8) * everyMs, async () => {
      next(number + 1)
      await begin(number)
    })
  next(1)
}
