import type { Sql } from '../../db/index.ts'
import { isAwake, type Life } from './life.ts'

/** A life's hold on the one session of the database. */
export type Hold = {
  readonly life: Life
  inTransaction: boolean
  /** The server has ended it: what was not committed is undone, and the session is another's. */
  lost: boolean
}

/** The database's one session, which all lives share, one at a time and first come, first served. For tests alone. */
export type Session = {
  take(life: Life): Promise<Hold>
  /** Null when another has it. */
  takeNow(life: Life): Hold | null
  release(hold: Hold): void
  /** The server ends what a life has begun, as when its connection breaks off. */
  breakOff(life: Life): Promise<void>
  /** Gives the session to anyone who waits; called when a life wakes up. */
  handOver(): void
}

export const oneSession = (engine: Sql, now: () => number): Session => {
  let holder: Hold | null = null
  let waiting: { life: Life; taken: (hold: Hold) => void }[] = []

  const handOver = () => {
    waiting = waiting.filter(({ life }) => life.alive)
    if (holder) return
    const next = waiting.find(({ life }) => isAwake(life, now()))
    if (!next) return
    waiting.splice(waiting.indexOf(next), 1)
    holder = { life: next.life, inTransaction: false, lost: false }
    next.taken(holder)
  }

  return {
    handOver,
    takeNow(life) {
      if (holder) return null
      holder = { life, inTransaction: false, lost: false }
      return holder
    },
    take: (life) =>
      new Promise((taken) => {
        waiting.push({ life, taken })
        handOver()
      }),
    release(hold) {
      if (holder !== hold) return
      holder = null
      handOver()
    },
    async breakOff(life) {
      if (holder?.life !== life) return
      const broken = holder
      broken.lost = true
      if (broken.inTransaction) await engine.query('rollback')
      holder = null
      handOver()
    },
  }
}
