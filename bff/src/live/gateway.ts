import type { ClientToServer, ServerToClient } from '@minefall/shared/contracts'
import {
  type Bus,
  type Clock,
  Deadlines,
  every,
  type Logger,
  ownerDirectory,
  router,
} from '@minefall/shared/node'
import { shardCount } from '@minefall/shared/shards'
import type { BffSettings } from '../config.ts'
import { deviceName, health as healthOf } from '../health/index.ts'
import { type Admission, admissionOf, identifier, readHandshake } from './admission.ts'
import { arrivals as arrivalsOf, goodbyeMs } from './arrivals.ts'
import { chat as chatOf } from './chat.ts'
import { Connection, type Ground, liveRates } from './connection.ts'
import { dispatcher } from './dispatch.ts'
import { endings as endingsOf } from './endings.ts'
import { farewells } from './farewells.ts'
import { follows as followsOf } from './follows.ts'
import { gate } from './gate.ts'
import { seatedAs } from './guest-seat.ts'
import { handlers as handlersOf } from './handlers.ts'
import { identities as identitiesOf } from './identities.ts'
import { keeping } from './keep-guests.ts'
import { lobby as lobbyOf } from './lobby.ts'
import type { LiveMetrics } from './metrics.ts'
import { packet } from './packet.ts'
import { tellPauses } from './pauses.ts'
import { players as playersOf } from './players.ts'
import { presenceReporter } from './presence.ts'
import { routesOf } from './routes.ts'
import { queueCheckMs, slowReaders } from './slow-readers.ts'
import type { Upgrades } from './upgrades.ts'

export type Gateway = {
  /** Asks every socket to move to another BFF, spread over the time allowed, and resolves when all have. */
  drain(): Promise<void>
  /** Ends what is left with `drain`, and stops. */
  close(): Promise<void>
}

export type GatewayOptions = {
  upgrades: Upgrades
  settings: BffSettings
  bus: Bus
  clock: Clock
  log: Logger
  metrics: LiveMetrics
  edge: string
  /** Told in `welcome`; changes with the client that is served. */
  release: string
  /** Between 0 and 1; spreads the pings. */
  random: () => number
}

/** engine.io's own pings are left for connections older than a day: heartbeats and the asks of `Connection` do their work. */
const neverMs = 86_400_000
const edgeBeatMs = 500
const healthCheckMs = 1_000
/**
 * How long a BFF that drains waits until gateways have noticed, which ask each 250 ms who is ready: before that people
 * who are asked to move would come back here. At most a third of the time there is, in milliseconds.
 */
export const noticeMs = (drainMs: number): number => Math.min(500, drainMs / 3)
/**
 * Between two people who are asked to move: coming in costs the other BFF about 4 ms, and it has those to serve who are
 * there. Asked faster than that, they wait for one another, and what anybody does meanwhile waits with them.
 */
const movingMs = 8

/** The players' socket gateway: admits, dispatches, fans out, and says goodbye. */
export const liveGateway = (options: GatewayOptions): Gateway => {
  const { settings, bus, clock, log, metrics, edge, release } = options
  const now = () => clock.now()
  const identify = identifier({ bus, settings })
  const arrivals = arrivalsOf<ClientToServer, ServerToClient, Admission>({
    ...options,
    path: '/socket.io/',
    pingMs: () => neverMs,
    gate: gate(settings, now),
    async admit(arrival, auth) {
      const handshake = readHandshake(auth)
      return 'admitted' in handshake ? handshake : admissionOf(handshake, await identify(arrival, handshake))
    },
  })
  const { io } = arrivals
  let draining: Promise<void> | null = null
  let isShut = false

  const owners = ownerDirectory({ bus, clock })
  const routed = router({
    ...{ bus, owners, clock },
    observer: {
      asked: () => metrics.ownersAsked.inc(),
      moved: () => metrics.ownersMoved.inc(),
      waited: (ms) => metrics.ownerWaits.observe(ms / 1_000),
    },
  })

  const deadlines = new Deadlines(clock)
  const ground: Ground = {
    ...{ bus, routed, clock, deadlines, settings, metrics, edge },
    waiting: { timeoutMs: settings.LIVE_REQUEST_MS },
  }
  const presence = presenceReporter({ routed, clock, edge, requestMs: settings.LIVE_REQUEST_MS })
  /** Tells of its seats when it became weak, or is well again. */
  const noteWeak = (connection: Connection) => {
    if (connection.judgeWeak()) presence.updateAll(connection)
  }

  const { sayGoodbye, end, expel } = farewells<Connection>({
    ...{ clock, metrics },
    ended: (connection, code) => health.closed(connection, code),
  })
  const slow = slowReaders<Connection>(settings.LIVE_QUEUE_HARD_BYTES, (connection) =>
    end(connection, 'slow', 'the reader could not keep up'),
  )

  const unanswered = (connection: Connection, isOver: boolean) => {
    noteWeak(connection)
    if (isOver) end(connection, 'timeout', 'no sign of life')
  }

  const health = healthOf<Connection>({
    ...{ bus, clock, log, edge, weakMs: settings.LIVE_WEAK_MS, requestMs: settings.LIVE_REQUEST_MS },
    metrics: metrics.health,
    kick: (connection) => end(connection, 'kicked', 'support ended this connection'),
  })
  const rates = liveRates(settings, now)
  const players = playersOf({ bus, clock, random: options.random, rates })
  const endings = endingsOf({ bus, clock, settings, edge, players, end })
  const lobby = lobbyOf({ bus, clock, requestMs: settings.LIVE_REQUEST_MS })
  const follows = followsOf({ ...ground, presence, resumed: health.resumed })
  const identities = identitiesOf({ identify, players, follows, isRevoked: endings.isRevoked, settings })
  const asKept = keeping({ bus, clock, identities, settings })
  const chat = chatOf({ bus, asKept, settings })
  const handlers = handlersOf({
    ...{ bus, routed, clock, edge, settings, follows, identities, asKept, lobby, noteWeak, metrics },
    chat: chat.handlers,
  })
  const dispatch = dispatcher<Connection>({
    routes: routesOf(handlers),
    take: ({ messages, player }) => messages.take() || player.messages.take(),
    ...{ settings, metrics, log, expel },
  })

  io.on('connection', (socket) => {
    const device = deviceName(socket.handshake.headers['user-agent'])
    const { arrival, admission } = arrivals.take(socket)
    if (isShut) return sayGoodbye(socket, arrival, 'drain', 'this server is being replaced')
    if (!admission.admitted) return sayGoodbye(socket, arrival, admission.code, admission.msg)
    const { handshake, identified } = admission
    if (handshake.token !== undefined && endings.isRevoked(handshake.token))
      return sayGoodbye(socket, arrival, 'signed-out', 'this token is not valid')
    const identification = identities.enter(arrival, handshake, identified)
    const connection = new Connection(socket, arrival, handshake, identification, {
      ...{ now, rates, device, release },
      weakMs: settings.LIVE_WEAK_MS,
      timeoutMs: settings.LIVE_PING_TIMEOUT_MS,
      filled: slow.note,
      deadlines,
      unanswered,
    })
    // Behind the answers to what was read with it: a flood may all arrive at once.
    arrival.flooded = () => void setImmediate(() => expel(connection, 'kicked', 'too much at once'))
    players.add(connection)
    metrics.sockets.inc()
    metrics.players.set(players.count())
    socket.on('disconnect', (reason) => {
      const code = reason === 'ping timeout' ? 'timeout' : 'network'
      health.closed(connection, code)
      connection.left()
      follows.drop(connection)
      lobby.unwatch(connection)
      chat.left(connection)
      players.remove(connection)
      metrics.sockets.dec()
      metrics.players.set(players.count())
      // Who leaves has nothing more to say: the stream under it would be held open for nobody.
      if (reason === 'client namespace disconnect') socket.conn.close()
      if (connection.closing) return
      connection.closing = true
      metrics.closes.inc({ code })
    })
    const { playerId } = identified
    for (const other of players.socketsOf(playerId)) {
      if (other === connection || other.tab !== connection.tab) continue
      end(other, 'replaced', 'a newer connection of this tab took over')
    }
    if (players.socketsOf(playerId).length > settings.LIVE_SOCKETS_PER_PLAYER) {
      return end(connection, 'kicked', 'too many connections of one player')
    }
    // What the libraries take comes with their own acknowledgement as the last payload.
    socket.onAny((name: string, ...args: unknown[]) => {
      connection.heard()
      dispatch(connection, name, args)
    })
    arrival.intake.events = ({ name, payloads, ack }) => {
      connection.heard()
      if (ack !== null) payloads.push(connection.outbox.answererOf(ack))
      dispatch(connection, name, payloads)
    }
    socket.conn.on('heartbeat', () => {
      connection.answered()
      noteWeak(connection)
    })
    health.opened(connection)
    endings.arrived(connection)
    const { balance, unread } = connection.player
    connection.outbox.send(
      packet('welcome', {
        player: identified.player,
        serverAt: now(),
        seated: seatedAs(connection),
        ...{ balance, release },
      }),
    )
    if (unread.count > 0) connection.outbox.send(packet('chat.unread', { count: unread.count }))
  })

  const checkQueues = () => {
    const { inAll, longest } = slow.look()
    metrics.queuedBytes.set(inAll)
    metrics.queuedMost.set(longest)
    follows.refill()
  }

  const lookAgain = (shards: readonly number[]) => {
    const asked = new Set(shards)
    presence.tellAgain(asked)
    follows.askAbout(asked)
  }
  const stopWatchingOwners = owners.onChange((shards) => {
    const owned = shards.filter((shard) => owners.ownerOf(shard) !== null)
    lookAgain(owned)
    players.catchUp(new Set(owned))
  })
  const stopWatchingBus = bus.onConnection((connected) => {
    if (!connected) return
    lookAgain(Array.from({ length: shardCount }, (_, shard) => shard))
    players.catchUp()
    lobby.catchUp()
  })

  const beat = () => bus.publish('edge.beat', edge, { edge, at: now() })
  beat()
  const stops = [
    stopWatchingOwners,
    stopWatchingBus,
    tellPauses({
      ...{ bus, owners, clock, connections: players.connections, isGoingOn: follows.isGoingOn },
      paused: metrics.paused,
    }),
    every(clock, edgeBeatMs, beat),
    every(clock, queueCheckMs, checkQueues),
    every(clock, healthCheckMs, health.sweep),
  ]

  const emptyWithin = async (ms: number) => {
    if (players.connections().size === 0) return
    await new Promise<void>((resolve) => {
      const done = () => {
        cancel()
        stop()
        resolve()
      }
      const cancel = clock.after(ms, done)
      const stop = every(clock, 50, () => {
        if (players.connections().size === 0) done()
      })
    })
  }

  const moveAll = async () => {
    const notice = noticeMs(settings.DRAIN_MS)
    if (players.connections().size > 0) await new Promise<void>((resolve) => clock.after(notice, resolve))
    isShut = true
    const connections = [...players.connections()]
    const within = Math.round(settings.DRAIN_MS - notice)
    // Over the first half at most, so that the last one asked has the other half to move.
    const pause = Math.min(movingMs, within / 2 / connections.length)
    for (const [index, { outbox }] of connections.entries()) {
      const later = Math.round(pause * index)
      clock.after(later, () => outbox.send(packet('drain', { withinMs: within - later })))
    }
    await emptyWithin(within)
  }

  return {
    drain() {
      draining ??= moveAll()
      return draining
    },
    async close() {
      isShut = true
      for (const connection of players.connections())
        end(connection, 'drain', 'this server is being replaced')
      await emptyWithin(goodbyeMs)
      for (const stop of stops) stop()
      bus.publish('edge.beat', edge, { edge, at: now(), leaving: true })
      await health.close()
      follows.close()
      lobby.close()
      chat.close()
      endings.close()
      players.close()
      presence.close()
      deadlines.close()
      routed.close()
      owners.close()
      io.engine.close()
    },
  }
}
