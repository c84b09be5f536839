import { hash } from 'node:crypto'
import type { Clock } from '@minefall/shared/node'
import type { BffSettings } from '../config.ts'
import { addedLately } from '../lately.ts'
import { type FairLine, fairLine } from './fair-line.ts'

/** How long it counts that a platform took or refused a token, in milliseconds, and of how many. */
const lately = { ms: 600_000, most: 100_000 }
/** What strangers of one address may have waiting; what comes on top is refused. */
const waitingOfAddress = 1_024
/** In the line of those who come back to a seat, the place of the first of all others. */
const theOthers = 'others'

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
  /**
   * Whether a live connection with this token need not wait: all players come back at once after a restart, when no
   * session is known yet. So one that is not is believed, unless its address has lately shown one that was refused.
   */
  believes(token: string, address: string): boolean
  /** A platform refused a token of this address. */
  doubt(address: string): void
  /**
   * Waits for a turn of this address; false where too many of it wait, or `whose` turn it is closes before. Who comes
   * back to a seat goes first, by their own word: all that a lie gains is to wait among those.
   */
  turn(address: string, whose: Closing, isSeated?: boolean): Promise<boolean>
}

const keyOf = (token: string) => hash('sha256', token, 'base64')

export type StrangersOptions = { settings: Pick<BffSettings, 'STRANGERS_PER_SECOND'>; clock: Clock }

/**
 * Bounds what all strangers together ask for, however many addresses they have: their calls, their live connections and
 * what guests ask to be written down begin one at a time and so far apart that moves come between them; addresses take
 * turns.
 */
export const strangersOf = ({ settings, clock }: StrangersOptions): Strangers => {
  const apartMs = 1_000 / settings.STRANGERS_PER_SECOND
  const line = () => fairLine({ inAll: 1, ofOne: 1, waitingOfOne: waitingOfAddress })
  const [seated, others] = [line(), line()]
  const accepted = addedLately(clock, lately)
  const doubted = addedLately(clock, lately)
  const knows = (token: string) => accepted.has(keyOf(token))

  /** A function to call when the turn is over; null as `turn` answers false. */
  const waitIn = async (line: FairLine, key: string, whose: Closing) => {
    const place = line.join(key)
    if (!place) return null
    whose.once('close', place.giveUp)
    const leave = await place.turn
    whose.removeListener('close', place.giveUp)
    return leave
  }
  const leaveLater = (leave: () => void) => {
    if (apartMs < 1) leave()
    else clock.after(apartMs, leave)
  }

  return {
    knows,
    meet: (token) => accepted.add(keyOf(token)),
    believes: (token, address) => knows(token) || !doubted.has(address),
    doubt: doubted.add,
    async turn(address, whose, isSeated = false) {
      const leaveOthers = isSeated ? () => {} : await waitIn(others, address, whose)
      if (!leaveOthers) return false
      // The first of the others waits like one more address of the seated, so that none waits forever.
      const leave = await waitIn(seated, isSeated ? address : theOthers, whose)
      leaveOthers()
      if (leave) leaveLater(leave)
      return leave !== null
    },
  }
}
