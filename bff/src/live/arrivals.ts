import type { CloseCode } from '@minefall/shared/contracts'
import type { Clock } from '@minefall/shared/node'
import { Server, type Socket } from 'socket.io'
import type { BffSettings } from '../config.ts'
import type { Gate } from './gate.ts'
import { type Intake, intake, webSocketOf } from './intake.ts'
import type { SocketMetrics } from './metrics.ts'
import type { Upgrades } from './upgrades.ts'

/** What either side may say, as socket.io types it. */
type Messages = { [name: string]: (...args: never[]) => void }
type None = Record<string, never>
export type AdmittingServer<C extends Messages, S extends Messages, A> = Server<C, S, None, { admission: A }>
export type AdmittedSocket<C extends Messages, S extends Messages, A> = Socket<C, S, None, { admission: A }>

/** A connection on its way to whom it is for. */
export type Arrival = {
  intake: Intake
  /** It was or is being closed for what it sent, and its address pays for that. */
  offended: () => void
  /** What is done when it floods: until there is somebody to tell, it is cut off. */
  flooded: () => void
}

export type Arrivals<C extends Messages, S extends Messages, A> = {
  io: AdmittingServer<C, S, A>
  of(socket: Pick<Socket, 'conn'>): Arrival
}

/** How long a closed connection may take to go before its stream is cut, in milliseconds. */
export const goodbyeMs = 2_000

/** socket.io's own limit counts the wait in line too, which is not the client's doing: the one below takes its place. */
const neverMs = 2 ** 31 - 1

export type ArrivalsOptions<C extends Messages, S extends Messages, A> = {
  upgrades: Upgrades
  /** Where it is asked for. */
  path: string
  gate: Gate
  settings: BffSettings
  clock: Clock
  metrics: Pick<SocketMetrics, 'closes' | 'handshakesRefused'>
  /** Between 0 and 1; spreads the pings. */
  random: () => number
  /** Says whom a socket is for, by its handshake. */
  admit: (socket: AdmittedSocket<C, S, A>) => Promise<A>
}

/** From the request for an upgrade to a socket with an admission in its `data`, every step of it bounded. */
export const arrivals = <C extends Messages, S extends Messages, A>(
  options: ArrivalsOptions<C, S, A>,
): Arrivals<C, S, A> => {
  const { upgrades, path, gate, settings, clock, metrics, random, admit } = options
  const io: AdmittingServer<C, S, A> = new Server(upgrades.at(path, gate, metrics.handshakesRefused), {
    path,
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: settings.LIVE_TRANSPORT_BYTES,
    pingInterval: settings.LIVE_PING_MS,
    pingTimeout: settings.LIVE_PING_TIMEOUT_MS,
    connectTimeout: neverMs,
    allowRequest: (_request, done) => {
      // Read once by each connection as it opens: a whole server's pings in one burst delay everything behind them.
      io.engine.opts.pingInterval = Math.round(settings.LIVE_PING_MS * (0.8 + 0.4 * random()))
      done(null, true)
    },
  })
  const known = new WeakMap<Socket['conn'], Arrival>()
  /** Connections that have not asked yet; each entry calls off the end of one that does not in time. */
  const silent = new Map<Socket['conn'], () => void>()

  const cutOff = (engine: Socket['conn'], code: CloseCode) => {
    metrics.closes.inc({ code })
    engine.close(true)
  }

  /** Whether this is the first time. */
  const asks = (engine: Socket['conn']): boolean => {
    silent.get(engine)?.()
    return silent.delete(engine)
  }

  io.engine.on('connection', (engine: Socket['conn']) => {
    const { request } = engine
    const visit = gate.enter(request)
    silent.set(
      engine,
      clock.after(settings.LIVE_CONNECT_MS, () => cutOff(engine, 'timeout')),
    )
    engine.once('close', () => {
      visit.leave()
      asks(engine)
      // The WebSocket's own close waits for the other end, which may never answer.
      const cancel = clock.after(goodbyeMs, () => request.socket.destroy())
      request.socket.once('close', cancel)
    })
    const stream = webSocketOf(request)
    // After a broken or too large frame the rest is read only to be dropped: megabytes for the collector to find.
    stream.once('error', () => {
      visit.offended()
      process.nextTick(() => request.socket.pause())
    })
    const arrival: Arrival = {
      offended: visit.offended,
      intake: intake({
        stream,
        bytesRead: () => request.socket.bytesRead,
        settings,
        clock,
        flooded: () => arrival.flooded(),
      }),
      flooded() {
        visit.offended()
        cutOff(engine, 'kicked')
        request.socket.destroy()
      },
    }
    known.set(engine, arrival)
  })

  io.use(async (socket, next) => {
    const { conn } = socket
    // One admission a connection: asking again over the same one would get round the limits on handshakes.
    if (!asks(conn)) {
      known.get(conn)?.offended()
      cutOff(conn, 'protocol')
      return next(new Error('asked before'))
    }
    socket.data.admission = await admit(socket)
    next()
  })

  return {
    io,
    of({ conn }) {
      const arrival = known.get(conn)
      if (!arrival) throw new Error('a socket came without a connection')
      return arrival
    },
  }
}
