import { type ClientMessage, type ClientMessageName, clientMessages } from '@minefall/shared/contracts/live'
import { every, ownerDirectory, router } from '@minefall/shared/node'
import { shardCount } from '@minefall/shared/shards'
import type { Socket } from 'socket.io'
import type { Strangers } from '../edge/strangers.ts'
import { deviceName, health as healthOf } from '../health/index.ts'
import { type Admission, admit, identifier, identifyInTurn } from './admission.ts'
import { arenas as arenasOf } from './arenas.ts'
import { goodbyeMs } from './arrivals.ts'
import { chat as chatOf } from './chat.ts'
import { Connection, type ConnectionBase, seatedAs } from './connection.ts'
import { dispatcher } from './dispatch.ts'
import { endings as endingsOf } from './endings.ts'
import { follows as followsOf } from './follows.ts'
import { gate } from './gate.ts'
import { type GatewayOptions, type Ground, liveRates } from './ground.ts'
import { guestTurns } from './guest-turns.ts'
import { handlers as handlersOf } from './handlers.ts'
import { identities as identitiesOf } from './identities.ts'
import { storingGuests } from './keep-guests.ts'
import { lobby as lobbyOf } from './lobby.ts'
import { lookups as lookupsOf } from './lookups.ts'
import type { LiveMetrics } from './metrics.ts'
import { packet } from './packet.ts'
import { announcePauses } from './pauses.ts'
import { players as playersOf } from './players.ts'
import { presenceReporter } from './presence.ts'
import { liveSockets } from './sockets.ts'
import { tv as tvOf } from './tv.ts'
import { watchers as watchersOf } from './watchers.ts'

/** Within this a page hears a ping of engine.io's, as its handshake announces: the requests of `Connection` are such pings, and far more often. */
const pingsWithinMs = 86_400_000
const edgeBeatMs = 500
const healthCheckMs = 1_000
/**
 * How long a BFF that drains waits until gateways have noticed, which ask each 250 ms who is ready: before that people
 * who are asked to move would come back here. At most a third of the time there is, in milliseconds.
 */
export const noticeMs = (drainMs: number): number => Math.min(500, drainMs / 3)
/**
 * Between two people who are asked to move: coming in costs the other BFF about 4 ms, and it has those to serve who are
 * there. Asked faster than that, they wait for one another, and what anyone does in the meantime waits with them.
 */
const movingMs = 8

/** Ends engine.io's own timer of a connection: thousands of them would never strike. */
const endPings = (engine: Socket['conn']): void => {
  clearTimeout(Reflect.get(engine, 'pingIntervalTimer'))
  Object.assign(engine, { pingIntervalTimer: null })
}

/** The players' socket gateway: admits, dispatches, fans out, and says goodbye. */
export const liveGateway = (options: GatewayOptions<LiveMetrics> & { strangers: Strangers }) => {
  const { settings, bus, clock, deadlines, log, metrics, edge, release } = options
  const now = () => clock.now()
  const owners = ownerDirectory({ bus, clock })
  const routed = router({
    ...{ bus, owners, clock },
    observer: {
      asked: () => metrics.ownersAsked.inc(),
      moved: () => metrics.ownersMoved.inc(),
      waited: (ms) => metrics.ownerWaits.observe(ms / 1_000),
    },
  })
  const ground: Ground = {
    ...options,
    routed,
    rates: liveRates(settings, now),
    waiting: { timeoutMs: settings.LIVE_REQUEST_MS },
  }
  const identify = identifier(ground)
  const comingIn = identifyInTurn(identify, options.strangers)
  const turnOf = guestTurns(options.strangers)
  const presence = presenceReporter(ground)
  const players = playersOf({ ...ground, identify })
  const lobby = lobbyOf(ground)
  const arenas = arenasOf({ ...ground, turnOf })

  const sockets = liveSockets<Admission, Connection>({
    ...options,
    path: '/socket.io/',
    pingMs: () => pingsWithinMs,
    gate: gate(settings, now),
    admit: (arrival, auth) => admit(comingIn, arrival, auth),
    connect(socket, arrival, { handshake, identified }) {
      const device = deviceName(socket.handshake.headers['user-agent'])
      const identification = identities.enter(identified, handshake.token ?? null)
      return new Connection(base, { socket, arrival, handshake, device }, identification)
    },
    welcome: (connection) => welcome(connection),
    ended: (connection, code) => health.closed(connection, code),
    left(connection, code) {
      health.closed(connection, code)
      deadlines.cancel(connection)
      follows.drop(connection)
      lobby.unwatch(connection)
      tv.unwatch(connection)
      arenas.left(connection)
      chat.left(connection)
      players.remove(connection)
      metrics.players.set(players.count())
    },
    looked({ inAll, longest }) {
      metrics.queuedBytes.set(inAll)
      metrics.queuedMost.set(longest)
      follows.refill()
    },
  })
  const { connections, end, expel } = sockets

  const noteWeak = (connection: Connection) => {
    if (connection.judgeWeak()) presence.updateAll(connection)
  }
  const health = healthOf<Connection>({
    ...{ bus, clock, log, edge, weakMs: settings.LIVE_WEAK_MS, requestMs: settings.LIVE_REQUEST_MS },
    metrics: metrics.health,
    kick: (connection) => end(connection, 'kicked', 'support ended this connection'),
  })
  const endings = endingsOf({ ...ground, players, connections, end })
  const lookups = lookupsOf({ clock, turnOf })
  const follows = followsOf({ ...ground, lookups, presence, resumed: health.resumed })
  const watchers = watchersOf(ground, () => {
    const counts = follows.watching()
    const audience = tv.audience()
    if (audience) counts.set(audience[0], (counts.get(audience[0]) ?? 0) + audience[1])
    return counts
  })
  const tv = tvOf(ground, watchers.of)
  const identities = identitiesOf({
    ...ground,
    identify,
    comingIn,
    players,
    follows,
    isRevoked: endings.isRevoked,
  })
  const askAsStored = storingGuests({ ...ground, identities, turnOf })
  const chat = chatOf({ ...ground, askAsStored, turnOf })
  const dispatch = dispatcher<Connection, { [N in ClientMessageName]: ClientMessage<N> }>({
    schemas: clientMessages,
    handlers: handlersOf({
      ...{ ...ground, follows, lookups, identities, askAsStored, lobby, tv, watchers },
      arenas: arenas.handlers,
      chat: chat.handlers,
    }),
    take: ({ messages, player }) => messages.take() || player.allowance.messages.take(),
    ...{ settings, metrics, log, expel },
  })

  const base: ConnectionBase = {
    ...{ ...ground, noteWeak, dispatch },
    filled: sockets.noteSlow,
    lost: (connection) => end(connection, 'timeout', 'no sign of life'),
  }

  const welcome = (connection: Connection) => {
    const { socket, arrival, outbox, player, token } = connection
    players.add(connection)
    metrics.players.set(players.count())
    if (token !== null && endings.isRevoked(token))
      return end(connection, 'signed-out', 'this token is not valid')
    // The one that came first may be let in last, when its tab has left it for another network.
    const [newest, ...older] = players
      .socketsOf(player.playerId)
      .filter(({ tab }) => tab === connection.tab)
      .sort((a, b) => b.arrival.number - a.arrival.number)
    for (const other of older) end(other, 'replaced', 'a newer connection of this tab took over')
    if (newest !== connection) return
    if (players.socketsOf(player.playerId).length > settings.LIVE_SOCKETS_PER_PLAYER)
      return end(connection, 'kicked', 'too many connections of one player')
    arrival.intake.receiver = connection
    endPings(socket.conn)
    // socket.io puts each in its own room, which nothing uses here. `leave` would keep an empty set of rooms.
    void socket.nsp.adapter.delAll(socket.id)
    health.opened(connection)
    endings.arrived(connection)
    const { view, balance, unread } = player
    const seated = seatedAs(connection)
    outbox.send(packet('welcome', { player: view, serverAt: now(), seated, balance, release }))
    if (unread.count > 0) outbox.send(packet('chat.unread', { count: unread.count }))
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

  let draining: Promise<void> | null = null
  const beat = () => bus.publish('edge.beat', edge, { edge, at: now() })
  beat()
  const stops = [
    stopWatchingOwners,
    stopWatchingBus,
    announcePauses({
      ...{ bus, owners, clock, connections, isGoingOn: follows.isGoingOn },
      paused: metrics.paused,
    }),
    every(clock, edgeBeatMs, beat),
    every(clock, healthCheckMs, health.sweep),
  ]

  const pass = (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve))
  /** Resolves when all have gone, or after `ms`. */
  const emptyWithin = async (ms: number) => {
    for (const end = now() + ms; connections.size > 0 && now() < end; ) await pass(Math.min(50, end - now()))
  }

  const moveAll = async () => {
    const notice = noticeMs(settings.DRAIN_MS)
    if (connections.size > 0) await pass(notice)
    sockets.shut()
    const within = Math.round(settings.DRAIN_MS - notice)
    // Over the first half at most, so that the last one asked has the other half to move.
    const pause = Math.min(movingMs, within / 2 / connections.size)
    for (const [index, { outbox }] of [...connections].entries()) {
      const later = Math.round(pause * index)
      clock.after(later, () => outbox.send(packet('drain', { withinMs: within - later })))
    }
    await emptyWithin(within)
  }

  return {
    /** Asks every socket to move to another BFF, spread over the time allowed, and resolves when all have. */
    drain(): Promise<void> {
      draining ??= moveAll()
      return draining
    },
    /** Ends what is left with `drain`, and stops. */
    async close(): Promise<void> {
      sockets.endAll()
      await emptyWithin(goodbyeMs)
      for (const stop of stops) stop()
      bus.publish('edge.beat', edge, { edge, at: now(), leaving: true })
      await health.close()
      const parts = [
        endings,
        follows,
        lobby,
        tv,
        watchers,
        arenas,
        chat,
        players,
        presence,
        routed,
        owners,
        sockets,
      ]
      for (const part of parts) part.close()
    },
  }
}
