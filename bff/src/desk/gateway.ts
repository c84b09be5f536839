import {
  type DeskClientMessage,
  type DeskClientMessageName,
  deskClientMessages,
  deskLivePath,
} from '@minefall/shared/contracts/desk'
import { refusal } from '../live/admission.ts'
import { dispatcher } from '../live/dispatch.ts'
import { gate } from '../live/gate.ts'
import type { GatewayOptions } from '../live/ground.ts'
import { liveSockets } from '../live/sockets.ts'
import { inLine } from '../live/turnstile.ts'
import { type DeskAdmission, deskAdmissionOf, readToken } from './admission.ts'
import { type DeskBase, DeskConnection, deskPacket } from './connection.ts'
import { counts as countsOf } from './counts.ts'
import { deskHandlers } from './handlers.ts'
import type { DeskMetrics } from './metrics.ts'
import { listenForDesks } from './news.ts'
import { watchStanding } from './standing.ts'
import { watchers as watchersOf } from './watchers.ts'

export type DeskGateway = {
  /** Ends what is left with `drain`, and stops. */
  close(): void
}

/** Desks that one member of staff may have open here. */
const desksEach = 8

/** The staff's socket gateway: admits by the token of the desk, tells what its role may read, and says goodbye. */
export const deskGateway = (options: GatewayOptions<DeskMetrics>): DeskGateway => {
  const { settings, bus, clock, deadlines, log, metrics, edge, release } = options
  const requestMs = settings.LIVE_REQUEST_MS
  const now = () => clock.now()
  const inTurn = inLine(settings, settings.DESK_SOCKETS_PER_ADDRESS)
  const sockets = liveSockets<DeskAdmission, DeskConnection>({
    ...options,
    path: deskLivePath,
    pingMs: 1.2 * settings.LIVE_PING_MS,
    gate: gate(settings, now, {
      socketsPerAddress: settings.DESK_SOCKETS_PER_ADDRESS,
      handshakesPerMinute: settings.DESK_HANDSHAKES_PER_MINUTE,
      inAll: settings.DESK_SOCKETS,
    }),
    async admit(arrival, auth) {
      const token = readToken(auth)
      if (token === null) return refusal('protocol', 'wrong handshake: token')
      const ask = () => bus.request('staff.identify', { token }, { timeoutMs: requestMs })
      return deskAdmissionOf(token, await inTurn(arrival, ask))
    },
    connect: (arrival, admission) => new DeskConnection(base, arrival, admission),
    welcome: (connection) => welcome(connection),
    left(connection) {
      deadlines.cancel(connection)
      watchers.unwatch(connection)
    },
  })
  const { connections, end, expel } = sockets

  const watchers = watchersOf({ bus, clock, edge, softBytes: settings.LIVE_QUEUE_SOFT_BYTES, metrics })
  const counts = countsOf({ connections, bus, clock, requestMs })
  const dispatch = dispatcher<DeskConnection, { [N in DeskClientMessageName]: DeskClientMessage<N> }>({
    schemas: deskClientMessages,
    handlers: deskHandlers({ bus, edge, requestMs, watchers }),
    take: ({ messages }) => messages.take(),
    ...{ settings, metrics, log, expel },
  })

  const base: DeskBase = {
    ...options,
    dispatch,
    lost: (connection) => end(connection, 'timeout', 'no sign of life'),
  }

  const welcome = (connection: DeskConnection) => {
    const { outbox, staff } = connection
    if ([...connections].filter((other) => other.staff.id === staff.id).length > desksEach)
      return end(connection, 'kicked', 'too many desks of one person')
    outbox.send(deskPacket('welcome', { staff, serverAt: now(), release }))
    counts.welcome(connection)
  }

  const stops = [
    listenForDesks({ connections, bus }),
    watchStanding({ bus, clock, requestMs, connections: () => [...connections], end }),
  ]

  return {
    close() {
      sockets.endAll()
      for (const stop of stops) stop()
      counts.close()
      watchers.close()
      sockets.close()
    },
  }
}
