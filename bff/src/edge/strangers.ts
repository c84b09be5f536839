import { hash } from 'node:crypto'
import type { Clock } from '@minefall/shared/node'
import type { BffSettings } from '../config.ts'
import { fairLine } from './fair-line.ts'

/** How long a session is known after a platform last took something of it, in milliseconds, and how many are. */
const knownMs = 600_000
const knownMost = 100_000
/** What strangers of one address may have waiting; what comes on top is refused. */
const waitingOfAddress = 1_024

/** A place in the line of strangers. */
export type StrangersPlace = {
  /** Whether its turn came before it was given up. */
  turn: Promise<boolean>
  giveUp(): void
}

/** Those who come without a session that is known to be one: what they ask for begins in turns, behind all else. */
export type Strangers = {
  /** Whether this token is of a session that a platform has lately accepted. */
  knows(token: string): boolean
  /** A platform accepted this token. */
  meet(token: string): void
  /** Joins the line; null where too many of this address wait. */
  join(address: string): StrangersPlace | null
}

export type StrangersOptions = { settings: Pick<BffSettings, 'STRANGERS_PER_SECOND'>; clock: Clock }

/**
 * Bounds what all strangers together ask for, however many addresses they have: their calls and live connections begin
 * one at a time and so far apart that players' moves come between them; addresses take turns.
 */
export const strangersOf = ({ settings, clock }: StrangersOptions): Strangers => {
  const apartMs = 1_000 / settings.STRANGERS_PER_SECOND
  const line = fairLine({ inAll: 1, ofOne: 1, waitingOfOne: waitingOfAddress })
  /** Until when sessions are known, by hashes of their tokens; the one met last stands last. */
  const known = new Map<string, number>()

  return {
    knows: (token) => (known.get(hash('sha256', token, 'base64')) ?? 0) > clock.now(),
    meet(token) {
      const key = hash('sha256', token, 'base64')
      known.delete(key)
      known.set(key, clock.now() + knownMs)
      const [oldest] = known.keys()
      if (known.size > knownMost && oldest !== undefined) known.delete(oldest)
    },
    join(address) {
      const place = line.join(address)
      if (!place) return null
      const turn = place.turn.then((leave) => {
        if (!leave) return false
        if (apartMs < 1) leave()
        else clock.after(apartMs, leave)
        return true
      })
      return { turn, giveUp: place.giveUp }
    },
  }
}
