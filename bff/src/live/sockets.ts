import type { CloseCode } from '@minefall/shared/contracts/live'
import { every } from '@minefall/shared/node'
import { Server, type Socket } from 'socket.io'
import type { Refused } from './admission.ts'
import { Arrival, type ArrivalGround, arrivalOf } from './arrivals.ts'
import type { Gate } from './gate.ts'
import type { GatewayOptions } from './ground.ts'
import { intakeRules } from './intake.ts'
import type { SocketMetrics } from './metrics.ts'
import type { Outbox } from './outbox.ts'

/** A welcomed socket of any gateway. */
type Welcomed = {
  readonly socket: Pick<Socket, 'emit' | 'disconnect'>
  readonly arrival: Arrival
  readonly outbox: Pick<Outbox, 'queued' | 'destroy'>
  /** Whether it is being ended, or has. */
  closing: boolean
}

type SocketsOptions<A extends { admitted: true }, C extends Welcomed> = GatewayOptions<SocketMetrics> & {
  path: string
  gate: Gate
  /** Between two pings of engine.io's, of a connection that opens now; in milliseconds. */
  pingMs: () => number
  /** Says whom a socket is for, by the `auth` of its handshake. */
  admit: (arrival: Arrival, auth: unknown) => Promise<A | Refused>
  connect: (socket: Socket, arrival: Arrival, admission: A) => C
  welcome: (connection: C) => void
  /** It is being ended from here; called before it is reported, and once. */
  ended?: (connection: C, code: CloseCode) => void
  /** It is gone; `code` says why where it was not ended from here. */
  left: (connection: C, code: CloseCode) => void
  /** Bytes that the kernel has not taken of what was sent, in all and to the one with most of them; each 100 ms. */
  looked?: (queues: { inAll: number; longest: number }) => void
}

/** Between two looks at the queues that were not empty, in milliseconds. */
const queueCheckMs = 100

/** socket.io's own limit counts the wait in line too, which is not the client's doing: that of an arrival takes its place. */
const neverMs = 2 ** 31 - 1

/**
 * What every gateway of live sockets does with them, every step of it bounded: from the request for an upgrade to a
 * connection that is welcome, and to its end, which each hears of and counted for once.
 */
export const liveSockets = <A extends { admitted: true }, C extends Welcomed>(
  options: SocketsOptions<A, C>,
) => {
  const { upgrades, path, gate, settings, metrics, pingMs } = options
  const io = new Server(upgrades.at(path, gate, metrics.handshakesRefused), {
    path,
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: settings.LIVE_TRANSPORT_BYTES,
    pingTimeout: settings.LIVE_PING_TIMEOUT_MS,
    connectTimeout: neverMs,
    allowRequest: (_request, done) => {
      // Read once by each connection as it opens: a whole server's pings in one burst delay everything behind them.
      io.engine.opts.pingInterval = pingMs()
      done(null, true)
    },
  })
  const connections = new Set<C>()
  /** Those that the kernel did not take all of that was sent: few of thousands, so only they are looked at. */
  const slow = new Set<C>()
  let isShut = false

  const ground: ArrivalGround = { ...options, rules: intakeRules(settings, options.clock) }
  io.engine.on('connection', (engine: Socket['conn']) => void new Arrival(engine, ground))

  const sayGoodbye = (
    { socket, arrival }: Pick<Welcomed, 'socket' | 'arrival'>,
    code: CloseCode,
    msg: string,
  ) => {
    arrival.goes()
    metrics.closes.inc({ code })
    socket.emit('close', { code, msg })
    socket.disconnect(true)
  }

  /** Says why, then closes; a reader that is too slow to be told is cut off. */
  const end = (connection: C, code: CloseCode, msg: string) => {
    if (connection.closing) return
    connection.closing = true
    options.ended?.(connection, code)
    if (code !== 'slow') return sayGoodbye(connection, code, msg)
    metrics.closes.inc({ code })
    connection.outbox.destroy()
  }

  /** Closes it for what it sent; its address is slowed down for that. */
  const expel = (connection: C, code: 'kicked' | 'protocol', msg: string) => {
    if (!connection.closing) connection.arrival.offended()
    end(connection, code, msg)
  }

  const left = (connection: C, { conn }: Socket, reason: string) => {
    const code = reason === 'ping timeout' ? 'timeout' : 'network'
    connections.delete(connection)
    metrics.sockets.dec()
    options.left(connection, code)
    // Who leaves has nothing more to say: the stream under it would be held open for no one.
    if (reason === 'client namespace disconnect') conn.close()
    if (connection.closing) return
    connection.closing = true
    metrics.closes.inc({ code })
  }

  const drained: Refused = { admitted: false, code: 'drain', msg: 'this server is being replaced' }

  /** Cuts off whose queue has grown too long. */
  const checkQueues = () => {
    const queues = { inAll: 0, longest: 0 }
    for (const connection of slow) {
      const queued = connection.outbox.queued()
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
  const stopChecking = every(options.clock, queueCheckMs, checkQueues)

  io.use(async (socket, next) => {
    const arrival = arrivalOf(socket)
    // One admission a connection: asking again over the same one would get round the limits on handshakes.
    if (!arrival.asks()) {
      arrival.offended()
      arrival.cutOff('protocol')
      return next(new Error('asked before'))
    }
    socket.data = await options.admit(arrival, socket.handshake.auth)
    next()
  })

  io.on('connection', (socket) => {
    const arrival = arrivalOf(socket)
    const admission: A | Refused = isShut ? drained : socket.data
    if (!admission.admitted) return sayGoodbye({ socket, arrival }, admission.code, admission.msg)
    const connection = options.connect(socket, arrival, admission)
    // Of thousands of connections each would keep the headers and credentials that it came with.
    Object.assign(socket, { handshake: null, data: null })
    Object.assign(socket.conn, { request: null })
    arrival.expel = () => expel(connection, 'kicked', 'too much at once')
    connections.add(connection)
    metrics.sockets.inc()
    socket.on('disconnect', (reason) => left(connection, socket, reason))
    options.welcome(connection)
  })

  return {
    io,
    connections: connections as ReadonlySet<C>,
    end,
    expel,
    noteSlow: (connection: C): void => void slow.add(connection),
    shut(): void {
      isShut = true
    },
    endAll(): void {
      isShut = true
      for (const connection of connections) end(connection, drained.code, drained.msg)
    },
    close(): void {
      stopChecking()
      io.engine.close()
    },
  }
}
