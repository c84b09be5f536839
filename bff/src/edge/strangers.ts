import { hash } from 'node:crypto'
import type { Clock } from '@minefall/shared/node'
import type { BffSettings } from '../config.ts'
import { fairLine } from './fair-line.ts'

/** How long a session is known after a platform last took something of it, in milliseconds, and how many are. */
const knownMs = 600_000
const knownMost = 100_000
/** What strangers of one address may have waiting; what comes on top is refused. */
const waitingOfAddress = 1_024

/** Something that may close before its turn. */
type Closing = {
  once(event: 'close', gone: () => void): unknown
  removeListener(event: 'close', gone: () => void): unknown
}

/** Those who come without a session that is known to be one: what they ask for begins in turns, behind all else. */
export type Strangers = {
  /** Whether this token is of a session that a platform has lately accepted. */
  knows(token: string): boolean
  /** A platform accepted this token. */
  meet(token: string): void
  /** Waits for a turn of this address; false where too many of it wait, or `whose` turn it is closes before. */
  turn(address: string, whose: Closing): Promise<boolean>
}

export type StrangersOptions = { settings: Pick<BffSettings, 'STRANGERS_PER_SECOND'>; clock: Clock }

/**
 * Bounds what all strangers together ask for, however many addresses they have: their calls, their live connections and
 * what guests ask to be written down begin one at a time and so far apart that moves come between them; addresses take
 * turns.
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
    async turn(address, whose) {
      const place = line.join(address)
      if (!place) return false
      whose.once('close', place.giveUp)
      const leave = await place.turn
      whose.removeListener('close', place.giveUp)
      if (!leave) return false
      if (apartMs < 1) leave()
      else clock.after(apartMs, leave)
      return true
    },
  }
}
