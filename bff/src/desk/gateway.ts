import { bodyCode, type Envelope } from '@minefall/shared/contracts'
import {
  type DeskClientMessage,
  type DeskClientMessageName,
  deskClientMessages,
  deskHandshakeSchema,
  deskLivePath,
  type Staff,
} from '@minefall/shared/contracts/desk'
import type { Strangers } from '../edge/strangers.ts'
import { TokenBucket } from '../edge/token-bucket.ts'
import { isOfNoSession, type Refused, refusal } from '../live/admission.ts'
import { inLine } from '../live/arrivals.ts'
import { dispatcher } from '../live/dispatch.ts'
import { gate } from '../live/gate.ts'
import { type GatewayOptions, liveRates } from '../live/ground.ts'
import { Outbox } from '../live/outbox.ts'
import { liveSockets } from '../live/sockets.ts'
import { type DeskConnection, type DeskServer, roomOf } from './connection.ts'
import { counts as countsOf } from './counts.ts'
import { deskHandlers } from './handlers.ts'
import type { DeskMetrics } from './metrics.ts'
import { listenForDesks } from './news.ts'
import { watchStanding } from './standing.ts'
import { watchers as watchersOf } from './watchers.ts'

export type DeskGateway = {
  /** Closes the rest with `drain`, and stops. */
  close(): void
}

/** The member of staff of a desk connection. */
type DeskAdmission = { admitted: true; token: string; staff: Staff }

/** The token in `auth` of the handshake, whatever that is. */
const readToken = (auth: unknown): string | null => deskHandshakeSchema.safeParse(auth).data?.token ?? null

/** Turns the platform's answer about a token into a handshake result. */
const deskAdmissionOf = (token: string, { code, msg, data }: Envelope<Staff>): DeskAdmission | Refused => {
  if (code === bodyCode.ok && data) return { admitted: true, token, staff: data }
  if (code === bodyCode.tokenInvalid) return refusal('signed-out', msg)
  return refusal(code === bodyCode.timeout ? 'timeout' : 'server', msg)
}

/** Desks that one member of staff may have open here. */
const desksEach = 8
/** Typing is forwarded once a second per desk, presence once in ten. */
const [typingMs, presenceMs] = [1_000, 10_000]

/** The staff's socket gateway: admits by the desk's token, sends what the role may read, and drains. */
export const deskGateway = (options: GatewayOptions<DeskMetrics> & { strangers: Strangers }): DeskGateway => {
  const { settings, bus, clock, log, metrics, edge, release, strangers } = options
  const rates = liveRates(settings, () => clock.now())
  const requestMs = settings.LIVE_REQUEST_MS
  const now = () => clock.now()
  const inTurn = inLine(settings, settings.DESK_SOCKETS_PER_ADDRESS)
  const sockets = liveSockets<DeskAdmission, DeskConnection>({
    ...options,
    path: deskLivePath,
    pingMs: () => Math.round(settings.LIVE_PING_MS * (0.8 + 0.4 * options.random())),
    gate: gate(settings, now, {
      socketsPerAddress: settings.DESK_SOCKETS_PER_ADDRESS,
      handshakesPerMinute: settings.DESK_HANDSHAKES_PER_MINUTE,
      // Strangers knock here too: places are taken by those who are let in.
      inAll: settings.CONNECTIONS,
    }),
    async admit(arrival, auth) {
      const token = readToken(auth)
      if (token === null) return refusal('protocol', 'wrong handshake: token')
      const { address, conn } = arrival
      if (!strangers.believes(token, address) && !(await strangers.turn(address, conn)))
        return refusal('server', 'too many are coming from this address; try again')
      const ask = () => bus.request('staff.identify', { token }, { timeoutMs: requestMs })
      const answer = await inTurn(arrival, ask)
      if (isOfNoSession(answer)) strangers.doubt(address)
      else if (answer.code === bodyCode.ok) strangers.meet(token)
      return deskAdmissionOf(token, answer)
    },
    connect(socket, arrival, { token, staff }) {
      const connection: DeskConnection = {
        ...{ socket, arrival, token, staff },
        confirmedAt: now(),
        intake: arrival.intake,
        messages: new TokenBucket(rates.socket),
        refusals: new TokenBucket(rates.refusals),
        strikes: new TokenBucket(rates.strikes),
        typings: new TokenBucket({ perSecond: 1_000 / typingMs, burst: 1, now }),
        presences: new TokenBucket({ perSecond: 1_000 / presenceMs, burst: 1, now }),
        outbox: new Outbox(socket.conn, arrival.tcp, { filled: () => sockets.noteSlow(connection) }),
        closing: false,
      }
      return connection
    },
    welcome: (connection) => welcome(connection),
    left: (connection) => watchers.unwatch(connection),
  })
  const { connections, end, expel } = sockets
  const io: DeskServer = sockets.io

  const watchers = watchersOf({ io, bus, clock, edge, softBytes: settings.LIVE_QUEUE_SOFT_BYTES, metrics })
  const counts = countsOf({ io, bus, clock, requestMs, isWatched: () => connections.size > 0 })
  const dispatch = dispatcher<DeskConnection, { [N in DeskClientMessageName]: DeskClientMessage<N> }>({
    schemas: deskClientMessages,
    handlers: deskHandlers({ bus, edge, requestMs, watchers }),
    take: ({ messages }) => messages.take(),
    ...{ settings, metrics, log, expel },
  })

  const welcome = (connection: DeskConnection) => {
    const { socket, staff } = connection
    if (connections.size > settings.DESK_SOCKETS) return end(connection, 'server', 'too many desks')
    if ([...connections].filter((other) => other.staff.id === staff.id).length > desksEach)
      return end(connection, 'kicked', 'too many desks of one person')
    socket.onAny((name: string, ...args: unknown[]) => dispatch(connection, name, args))
    socket.emit('welcome', { staff, serverAt: now(), release })
    void socket.join(roomOf(staff.role))
    counts.welcome(connection)
  }

  const stops = [
    listenForDesks({ io, bus, clock, random: options.random, connections }),
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
