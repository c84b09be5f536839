import type { EventEmitter } from 'node:events'
import { bodyCode, type Envelope, refuse } from '@minefall/shared/contracts'
import type { BffSettings } from '../config.ts'
import type { Arrival } from './arrivals.ts'

/** Something that may close before its turn. */
type Closing = Pick<EventEmitter, 'once' | 'removeListener'>
type Line = { inside: number; readonly waiting: Set<(isTurn: boolean) => void> }

/**
 * Lets `atOnce` of each key through at a time, first come first served, and keeps at most `longest` waiting, so that no
 * crowd delays another. The answer runs what it is given in its turn; null where the line of `key` is as long as it may
 * be, or `whose` it is closed before that.
 */
export const turnstile = <K>({ atOnce, longest }: { atOnce: number; longest: number }) => {
  const lines = new Map<K, Line>()

  const turnIn = ({ waiting }: Line, whose: Closing | undefined) =>
    new Promise<boolean>((resolve) => {
      const leave = (isTurn: boolean) => {
        waiting.delete(leave)
        whose?.removeListener('close', giveUp)
        resolve(isTurn)
      }
      const giveUp = () => leave(false)
      waiting.add(leave)
      whose?.once('close', giveUp)
    })

  return async <T>(key: K, run: () => Promise<T>, whose?: Closing): Promise<T | null> => {
    const line = lines.get(key) ?? { inside: 0, waiting: new Set() }
    lines.set(key, line)
    if (line.inside < atOnce) line.inside += 1
    else if (line.waiting.size >= longest || !(await turnIn(line, whose))) return null
    try {
      return await run()
    } finally {
      const [next] = line.waiting
      if (next) next(true)
      else line.inside -= 1
      if (line.inside === 0) lines.delete(key)
    }
  }
}

/** Runs what it is given, `atOnce` at a time and first come first served, so that many questions are no storm. */
export const fewAtOnce = (atOnce: number): ((run: () => Promise<void>) => Promise<void>) => {
  const inTurn = turnstile<''>({ atOnce, longest: Number.POSITIVE_INFINITY })
  return async (run) => void (await inTurn('', run))
}

/** Asks about a connection when it is its turn among those of its address, of which at most `longest` wait; 1503 otherwise. */
export const inLine = (settings: BffSettings, longest: number) => {
  const inTurn = turnstile<string>({ atOnce: settings.LIVE_IDENTIFYING_PER_ADDRESS, longest })
  return async <T>(
    { conn, address }: Pick<Arrival, 'conn' | 'address'>,
    ask: () => Promise<Envelope<T>>,
  ): Promise<Envelope<T>> =>
    (await inTurn(address, ask, conn)) ??
    refuse(bodyCode.unavailable, 'too many are coming from this address; try again')
}
