import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { CloseCode } from '@minefall/shared/contracts/live'
import { every } from '@minefall/shared/node'
import { WebSocketServer } from 'ws'
import type { Refused } from './admission.ts'
import { Arrival, type ArrivalGround, type Member } from './arrivals.ts'
import type { Gate } from './gate.ts'
import type { GatewayOptions } from './ground.ts'
import { intakeRules } from './intake.ts'
import type { SocketMetrics } from './metrics.ts'

/** A welcomed socket of any gateway. */
type Welcomed = Member & {
  readonly arrival: Pick<Arrival, 'outbox' | 'sayGoodbye' | 'destroy' | 'offended'>
  /** Whether it is being ended, or has. */
  closing: boolean
}

type SocketsOptions<A extends { admitted: true }, C extends Welcomed> = GatewayOptions<SocketMetrics> & {
  /** Where it is asked for. */
  path: string
  gate: Gate
  pingMs: ArrivalGround<C>['pingMs']
  /** Says whom a socket is for, by the `auth` of its handshake. */
  admit: (arrival: Arrival, auth: unknown) => Promise<A | Refused>
  connect: (arrival: Arrival, admission: A) => C
  /** It is in. */
  welcome: (connection: C) => void
  /** It is being ended from here; called before it is told, and once. */
  ended?: (connection: C, code: CloseCode) => void
  /** It is gone; `code` says why where it was not ended from here. */
  left: (connection: C, code: CloseCode) => void
  /** Bytes that the kernel has not taken of what was sent, in all and to the one with most of them; each 100 ms. */
  looked?: (queues: { inAll: number; longest: number }) => void
}

/** Between two looks at the queues that were not empty, in milliseconds. */
const queueCheckMs = 100

/**
 * What every gateway of live sockets does with them, every step of it bounded: from the request for an upgrade to a
 * connection that is welcome, and to its end, which each is told of and counted for once.
 */
export const liveSockets = <A extends { admitted: true }, C extends Welcomed>(
  options: SocketsOptions<A, C>,
) => {
  const { upgrades, path, gate, settings, metrics, admit, connect, welcome } = options
  const connections = new Set<C>()
  /** Those that the kernel did not take all of that was sent: few of thousands, so only they are looked at. */
  const slow = new Set<C>()
  let isShut = false

  /** Says why, then closes; a reader that is too slow to be told is cut off. */
  const end = (connection: C, code: CloseCode, msg: string) => {
    if (connection.closing) return
    connection.closing = true
    options.ended?.(connection, code)
    metrics.closes.inc({ code })
    if (code === 'slow') connection.arrival.destroy()
    else connection.arrival.sayGoodbye(code, msg)
  }

  /** Closes it for what it sent; its address is slowed down for that. */
  const expel = (connection: C, code: 'kicked' | 'protocol', msg: string) => {
    if (!connection.closing) connection.arrival.offended()
    end(connection, code, msg)
  }

  const left = (connection: C, code: CloseCode) => {
    connections.delete(connection)
    metrics.sockets.dec()
    options.left(connection, code)
    if (connection.closing) return
    connection.closing = true
    metrics.closes.inc({ code })
  }

  const drained: Refused = { admitted: false, code: 'drain', msg: 'this server is being replaced' }

  const ground: ArrivalGround<C> = {
    ...options,
    rules: intakeRules(settings, options.clock),
    left,
    flooded: (connection) => expel(connection, 'kicked', 'too much at once'),
    filled: (connection) => void slow.add(connection),
    async asked(arrival, auth) {
      const answer = await admit(arrival, auth)
      const admission = isShut ? drained : answer
      if (arrival.isOver) return
      arrival.letIn()
      if (!admission.admitted) return arrival.sayGoodbye(admission.code, admission.msg)
      const connection = connect(arrival, admission)
      arrival.member = connection
      connections.add(connection)
      metrics.sockets.inc()
      welcome(connection)
    },
  }

  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    // Its own pongs end a connection that was sent many pings at once, without a word; each arrival counts and answers them.
    autoPong: false,
    maxPayload: settings.LIVE_TRANSPORT_BYTES,
  })
  upgrades
    .at(path, gate, metrics.handshakesRefused)
    .on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) =>
      server.handleUpgrade(request, stream, head, (socket) => new Arrival(socket, request, ground)),
    )

  /** Cuts off whose queue has grown too long. */
  const checkQueues = () => {
    const queues = { inAll: 0, longest: 0 }
    for (const connection of slow) {
      const queued = connection.arrival.outbox.queued()
      if (queued > settings.LIVE_QUEUE_HARD_BYTES) end(connection, 'slow', 'the reader could not keep up')
      if (queued === 0 || connection.closing) {
        slow.delete(connection)
        continue
      }
      queues.inAll += queued
      queues.longest = Math.max(queues.longest, queued)
    }
    options.looked?.(queues)
  }

  return {
    /** Those who are in. */
    connections: connections as ReadonlySet<C>,
    end,
    expel,
    /** Nobody comes in any more. */
    shut(): void {
      isShut = true
    },
    /** Ends those who are in, with `drain`. */
    endAll(): void {
      isShut = true
      for (const connection of connections) end(connection, drained.code, drained.msg)
    },
    /** Stops looking after them. */
    close: every(options.clock, queueCheckMs, checkQueues),
  }
}
