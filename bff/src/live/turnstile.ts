import { bodyCode, type Envelope, refuse } from '@minefall/shared/contracts'
import type { BffSettings } from '../config.ts'
import type { Arrival } from './arrivals.ts'

/** A place in line: `turn` resolves with what to call when done, or with null when the place was given up. */
type Place = { turn: Promise<(() => void) | null>; giveUp(): void }
type Line = { inside: number; waiting: Set<() => void> }

/** Lets `atOnce` of each key through at a time and keeps at most `longest` waiting, so that no crowd delays another. */
export const turnstile = <K>({ atOnce, longest }: { atOnce: number; longest: number }) => {
  const lines = new Map<K, Line>()

  const leaving = (key: K, line: Line) => {
    let inside = true
    line.inside += 1
    return () => {
      if (!inside) return
      inside = false
      line.inside -= 1
      const [next] = line.waiting
      if (next) next()
      else if (line.inside === 0) lines.delete(key)
    }
  }

  return {
    /** Joins the line of `key`, first come first served; null when it is as long as it may be. */
    join(key: K): Place | null {
      const line = lines.get(key) ?? { inside: 0, waiting: new Set() }
      lines.set(key, line)
      if (line.inside < atOnce) return { turn: Promise.resolve(leaving(key, line)), giveUp: () => {} }
      if (line.waiting.size >= longest) return null
      let giveUp = () => {}
      const turn = new Promise<(() => void) | null>((resolve) => {
        const enter = () => {
          line.waiting.delete(enter)
          resolve(leaving(key, line))
        }
        giveUp = () => {
          line.waiting.delete(enter)
          resolve(null)
        }
        line.waiting.add(enter)
      })
      return { turn, giveUp }
    },
  }
}

/** Runs what it is given, `atOnce` at a time and first come first served, so that many questions are no storm. */
export const fewAtOnce = (atOnce: number): ((run: () => Promise<void>) => Promise<void>) => {
  const line = turnstile<''>({ atOnce, longest: Number.POSITIVE_INFINITY })
  return async (run) => {
    const leave = await line.join('')?.turn
    try {
      await run()
    } finally {
      leave?.()
    }
  }
}

/**
 * Asks about a connection when it is its turn among those of its address, of which at most `longest` wait; 1503 where it
 * gave up or the line is full.
 */
export const inLine = (settings: BffSettings, longest: number) => {
  const line = turnstile<string>({ atOnce: settings.LIVE_IDENTIFYING_PER_ADDRESS, longest })
  return async <T>(
    { conn, address }: Pick<Arrival, 'conn' | 'address'>,
    ask: () => Promise<Envelope<T>>,
  ): Promise<Envelope<T>> => {
    const place = line.join(address)
    if (!place) return refuse(bodyCode.unavailable, 'too many are coming from this address; try again')
    conn.once('close', place.giveUp)
    const leave = await place.turn
    conn.removeListener('close', place.giveUp)
    if (!leave) return refuse(bodyCode.unavailable, 'gone before its turn')
    try {
      return await ask()
    } finally {
      leave()
    }
  }
}
