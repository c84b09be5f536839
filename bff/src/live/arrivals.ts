import type { Socket as TcpSocket } from 'node:net'
import type { CloseCode } from '@minefall/shared/contracts'
import type { Clock } from '@minefall/shared/node'
import { Server, type Socket } from 'socket.io'
import type { BffSettings } from '../config.ts'
import { clientAddress } from './address.ts'
import type { Gate } from './gate.ts'
import { Intake, type IntakeRules, intakeRules, webSocketOf } from './intake.ts'
import type { SocketMetrics } from './metrics.ts'
import type { Upgrades } from './upgrades.ts'

type Engine = Socket['conn']
/** What either side may say, as socket.io types it. */
type Messages = { [name: string]: (...args: never[]) => void }
type None = Record<string, never>
export type AdmittingServer<C extends Messages, S extends Messages, A> = Server<C, S, None, { admission: A }>
export type AdmittedSocket<C extends Messages, S extends Messages, A> = Socket<C, S, None, { admission: A }>

/** What every connection of a gateway arrives under. */
type Ground = {
  gate: Gate
  clock: Clock
  rules: IntakeRules
  settings: Pick<BffSettings, 'LIVE_CONNECT_MS' | 'TRUSTED_PROXIES'>
  /** Counts its end. */
  ended: (code: CloseCode) => void
}

/** A connection, from its upgrade on. */
export class Arrival {
  readonly intake: Intake
  /** The network that it comes from, as limits count it and the platform takes it. */
  readonly address: string
  readonly conn: Engine
  readonly tcp: TcpSocket
  /** What is done when it floods: until there is somebody to tell, it is cut off. */
  flooded: () => void

  readonly #ground: Ground
  readonly #visit: ReturnType<Gate['enter']>
  /** Calls off the end of one that does not ask in time; null once it has asked. */
  #awaited: (() => void) | null

  constructor(engine: Engine, ground: Ground) {
    const { request } = engine
    const { gate, clock, rules, settings } = ground
    this.conn = engine
    this.#ground = ground
    this.#visit = gate.enter(request)
    this.tcp = request.socket
    this.address = clientAddress(request, settings.TRUSTED_PROXIES).slice(0, 64)
    this.#awaited = clock.after(settings.LIVE_CONNECT_MS, () => this.cutOff('timeout'))
    engine.once('close', () => {
      this.#visit.leave()
      this.asks()
      // The WebSocket's own close waits for the other end, which may never answer.
      const cancel = clock.after(goodbyeMs, () => this.tcp.destroy())
      this.tcp.once('close', cancel)
    })
    const stream = webSocketOf(request)
    // After a broken or too large frame the rest is read only to be dropped: megabytes for the collector to find.
    stream.once('error', () => {
      this.offended()
      process.nextTick(() => this.tcp.pause())
    })
    this.flooded = () => {
      this.offended()
      this.cutOff('kicked')
      this.tcp.destroy()
    }
    this.intake = new Intake(rules, stream, this.tcp, () => this.flooded())
  }

  /** It was or is being closed for what it sent, and its address pays for that. */
  offended(): void {
    this.#visit.offended()
  }

  /** It asks to be let in; whether for the first time. */
  asks(): boolean {
    const isFirst = this.#awaited !== null
    this.#awaited?.()
    this.#awaited = null
    return isFirst
  }

  /** Ends it without a word. */
  cutOff(code: CloseCode): void {
    this.#ground.ended(code)
    this.conn.close(true)
  }
}

export type Arrivals<C extends Messages, S extends Messages, A> = {
  io: AdmittingServer<C, S, A>
  /** What a socket was admitted as. Its request and handshake are forgotten. */
  take(socket: AdmittedSocket<C, S, A>): { arrival: Arrival; admission: A }
}

/** How long a closed connection may take to go before its stream is cut, in milliseconds. */
export const goodbyeMs = 2_000

/** socket.io's own limit counts the wait in line too, which is not the client's doing: the one below takes its place. */
const neverMs = 2 ** 31 - 1

export type ArrivalsOptions<A> = {
  upgrades: Upgrades
  /** Where it is asked for. */
  path: string
  gate: Gate
  settings: BffSettings
  clock: Clock
  metrics: Pick<SocketMetrics, 'closes' | 'handshakesRefused'>
  /** Between two pings of engine.io's, of a connection that opens now; in milliseconds. */
  pingMs: () => number
  /** Says whom a socket is for, by the `auth` of its handshake. */
  admit: (arrival: Arrival, auth: unknown) => Promise<A>
}

/** From the request for an upgrade to a socket with an admission in its `data`, every step of it bounded. */
export const arrivals = <C extends Messages, S extends Messages, A>(
  options: ArrivalsOptions<A>,
): Arrivals<C, S, A> => {
  const { upgrades, path, gate, settings, clock, metrics, pingMs, admit } = options
  const io: AdmittingServer<C, S, A> = new Server(upgrades.at(path, gate, metrics.handshakesRefused), {
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
  const known = new WeakMap<Engine, Arrival>()
  const ground: Ground = {
    ...{ gate, clock, settings },
    rules: intakeRules(settings, clock),
    ended: (code) => metrics.closes.inc({ code }),
  }
  const arrivalOf = (engine: Engine): Arrival => {
    const arrival = known.get(engine)
    if (!arrival) throw new Error('a socket came without a connection')
    return arrival
  }

  io.engine.on('connection', (engine: Engine) => known.set(engine, new Arrival(engine, ground)))

  io.use(async (socket, next) => {
    const arrival = arrivalOf(socket.conn)
    // One admission a connection: asking again over the same one would get round the limits on handshakes.
    if (!arrival.asks()) {
      arrival.offended()
      arrival.cutOff('protocol')
      return next(new Error('asked before'))
    }
    socket.data.admission = await admit(arrival, socket.handshake.auth)
    next()
  })

  return {
    io,
    take(socket) {
      const arrival = arrivalOf(socket.conn)
      const { admission } = socket.data
      // Of thousands of connections each would keep the headers and credentials that it came with.
      Object.assign(socket, { data: {}, handshake: null })
      Object.assign(socket.conn, { request: null })
      return { arrival, admission }
    },
  }
}
