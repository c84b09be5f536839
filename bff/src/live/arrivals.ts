import type { Server as HttpServer } from 'node:http'
import { bodyCode, type CloseCode, type Envelope, type Identified, refuse } from '@minefall/shared/contracts'
import type { Bus, Clock } from '@minefall/shared/node'
import { Server } from 'socket.io'
import type { BffSettings } from '../config.ts'
import { clientAddress } from './address.ts'
import { type Admission, admissionOf, type Credentials, readHandshake } from './admission.ts'
import type { LiveServer, LiveSocket } from './connection.ts'
import { gate as gateOf } from './gate.ts'
import { type Intake, intake, webSocketOf } from './intake.ts'
import type { LiveMetrics } from './metrics.ts'
import { turnstile } from './turnstile.ts'
import { gatedUpgrades } from './upgrades.ts'

/** A connection on its way to a player. */
export type Arrival = {
  intake: Intake
  /** It was or is being closed for what it sent, and its address pays for that. */
  offended: () => void
  /** What is done when it floods: until there is a player to tell, it is cut off. */
  flooded: () => void
}

export type Arrivals = {
  io: LiveServer
  of(socket: LiveSocket): Arrival
  /** Asks the platform who this is, when it is the turn of this socket among those of its address. */
  identify(socket: LiveSocket, credentials: Credentials): Promise<Envelope<Identified>>
}

/** How long a closed connection may take to go before its stream is cut, in milliseconds. */
export const goodbyeMs = 2_000

/** socket.io's own limit counts the wait in line too, which is not the client's doing: the one below takes its place. */
const neverMs = 2 ** 31 - 1

export type ArrivalsOptions = {
  server: HttpServer
  settings: BffSettings
  bus: Bus
  clock: Clock
  metrics: LiveMetrics
  /** Between 0 and 1; spreads the pings. */
  random: () => number
}

/** From the request for an upgrade to a socket with an admission in its `data`, every step of it bounded. */
export const arrivals = ({ server, settings, bus, clock, metrics, random }: ArrivalsOptions): Arrivals => {
  const gate = gateOf(settings, () => clock.now())
  const line = turnstile({
    atOnce: settings.LIVE_IDENTIFYING_PER_ADDRESS,
    longest: settings.LIVE_SOCKETS_PER_ADDRESS,
  })
  const io: LiveServer = new Server(gatedUpgrades(server, gate, metrics), {
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
  const known = new WeakMap<LiveSocket['conn'], Arrival>()
  /** Connections that have not asked yet; each entry calls off the end of one that does not in time. */
  const silent = new Map<LiveSocket['conn'], () => void>()

  const cutOff = (engine: LiveSocket['conn'], code: CloseCode) => {
    metrics.closes.inc({ code })
    engine.close(true)
  }

  /** Whether this is the first time. */
  const asks = (engine: LiveSocket['conn']): boolean => {
    silent.get(engine)?.()
    return silent.delete(engine)
  }

  const identify: Arrivals['identify'] = async ({ conn, request }, { deviceId, token }) => {
    const place = line.join(clientAddress(request, settings.TRUSTED_PROXIES))
    if (!place) return refuse(bodyCode.unavailable, 'too many are coming from this address; try again')
    conn.once('close', place.giveUp)
    const leave = await place.turn
    conn.removeListener('close', place.giveUp)
    if (!leave) return refuse(bodyCode.unavailable, 'gone before its turn')
    try {
      return await bus.request('player.identify', token === undefined ? { deviceId } : { deviceId, token }, {
        timeoutMs: settings.LIVE_REQUEST_MS,
      })
    } finally {
      leave()
    }
  }

  const admit = async (socket: LiveSocket): Promise<Admission> => {
    const handshake = readHandshake(socket.handshake.auth)
    return 'admitted' in handshake ? handshake : admissionOf(handshake, await identify(socket, handshake))
  }

  io.engine.on('connection', (engine: LiveSocket['conn']) => {
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
    // One player a connection: asking again over the same one would get round the limits on handshakes.
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
    identify,
    of({ conn }) {
      const arrival = known.get(conn)
      if (!arrival) throw new Error('a socket came without a connection')
      return arrival
    },
  }
}
