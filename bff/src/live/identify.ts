import type { Envelope, Identified } from '@minefall/shared/contracts'
import type { Bus } from '@minefall/shared/node'
import type { BffSettings } from '../config.ts'
import type { Credentials } from './admission.ts'
import type { Arrival } from './arrivals.ts'
import { inLine } from './in-line.ts'

/** Asks the platform who this is, when it is the turn of this connection among those of its address. */
export type Identify = (arrival: Arrival, credentials: Credentials) => Promise<Envelope<Identified>>

export const identifier = ({ bus, settings }: { bus: Bus; settings: BffSettings }): Identify => {
  const inTurn = inLine(settings, settings.LIVE_SOCKETS_PER_ADDRESS)
  return (arrival, { deviceId, token }) =>
    inTurn(arrival, () =>
      bus.request('player.identify', token === undefined ? { deviceId } : { deviceId, token }, {
        timeoutMs: settings.LIVE_REQUEST_MS,
      }),
    )
}
