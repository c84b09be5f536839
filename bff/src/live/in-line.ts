import { bodyCode, type Envelope, refuse } from '@minefall/shared/contracts'
import type { BffSettings } from '../config.ts'
import type { Arrival } from './arrivals.ts'
import { turnstile } from './turnstile.ts'

/** Asks about a connection when it is its turn among those of its address; 1503 where it gave up or the line is full. */
export type InLine = <T>(
  arrival: Pick<Arrival, 'conn' | 'address'>,
  ask: () => Promise<Envelope<T>>,
) => Promise<Envelope<T>>

export const inLine = (settings: BffSettings, longest: number): InLine => {
  const line = turnstile({ atOnce: settings.LIVE_IDENTIFYING_PER_ADDRESS, longest })
  return async ({ conn, address }, ask) => {
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
