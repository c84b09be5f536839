import { bodyCode, type Envelope, ok, refuse } from '@minefall/shared/contracts'
import { type ArenaStandings, changedStandings, presentAtOnce } from '@minefall/shared/contracts/live'
import { every } from '@minefall/shared/node'
import { addedLately } from '../lately.ts'
import type { Connection, Player } from './connection.ts'
import type { Ground } from './ground.ts'
import { type GuestTurn, tooCrowded } from './guest-turns.ts'
import type { ArenaHandlers } from './handlers.ts'
import { packet } from './packet.ts'

/** How often the platform hears who watches, in milliseconds. */
const hereMs = 2_000
/** Watchers hear what changed this often at most, all of it together, in milliseconds: hundreds change at once. */
const changeMs = 1_000
/** How long an arena that there is not is not asked about again, and how many such. */
const missingLately = { ms: 5_000, most: 10_000 }

const noArena = refuse<never>(bodyCode.notFound, 'no such arena')
const replaced = refuse<never>(bodyCode.conflict, 'a newer request took the place of this one')

/** An arena that someone watches here. */
type Feed = {
  readonly watchers: Set<Connection>
  /** Null until the platform has told. */
  standings: ArenaStandings | null
  /** The latest version that the platform told of. */
  latest: number
  /** Concurrent callers share one request. Its answer is taken in, and sent to those who watch. */
  asking: Promise<Envelope<ArenaStandings>> | null
}

/** A request to watch an arena, until the next one of that connection. */
type Watch = {
  readonly arenaId: string
  readonly feed: Feed
  readonly player: Player
  /** The turn that it waits for; the next request of this player waits in the same place. */
  turn: Promise<boolean> | null
}

/**
 * Keeps the standings of the arenas that are watched here, one copy each, asks the platform for what changed, sends it to
 * watchers, encoded once for all of them, and tells the platform who is present.
 */
export const arenas = ({ bus, clock, waiting, turnOf }: Ground & { turnOf: GuestTurn }) => {
  const feeds = new Map<string, Feed>()
  const watching = new Map<Connection, Watch>()
  const missing = addedLately(clock, missingLately)

  /** Those who watch already, or whose answer waits for this one, are sent what is new in it. */
  const take = (feed: Feed, { code, data }: Envelope<ArenaStandings>): void => {
    const { standings } = feed
    if (code !== bodyCode.ok || !data) return
    feed.standings = changedStandings(standings, data)
    // Before there were any, everyone here waits for them as an answer.
    if (!standings || feed.standings === standings) return
    const told = packet('arena', { kind: 'change', ...data })
    for (const { outbox } of feed.watchers) outbox.send(told)
  }
  const ask = (arenaId: string, feed: Feed): Promise<Envelope<ArenaStandings>> => {
    const since = feed.standings?.version ?? null
    feed.asking ??= bus.request('arena.standings', { arenaId, since }, waiting).then((answer) => {
      feed.asking = null
      if (answer.code === bodyCode.notFound) missing.add(arenaId)
      take(feed, answer)
      return answer
    })
    return feed.asking
  }

  const tellHere = (arenaId: string, connections: Iterable<Connection>) => {
    const players = new Set<string>()
    for (const { player, token } of connections) if (token !== null) players.add(player.playerId)
    const playerIds = [...players]
    for (let from = 0; from < playerIds.length; from += presentAtOnce)
      bus.publish('arena.here', arenaId, { arenaId, playerIds: playerIds.slice(from, from + presentAtOnce) })
  }

  const stops = [
    every(clock, hereMs, () => {
      for (const [arenaId, feed] of feeds) tellHere(arenaId, feed.watchers)
    }),
    every(clock, changeMs, () => {
      for (const [arenaId, feed] of feeds)
        if (feed.standings && feed.standings.version < feed.latest) void ask(arenaId, feed)
    }),
    bus.subscribe('arena.change', null, ({ arenaId, version }) => {
      const feed = feeds.get(arenaId)
      if (feed) feed.latest = Math.max(feed.latest, version)
    }),
    bus.onConnection((connected) => {
      // What was published in the meantime reached no one here.
      if (connected) for (const [arenaId, feed] of feeds) if (feed.standings) void ask(arenaId, feed)
    }),
  ]

  const left = (connection: Connection): void => {
    const watch = watching.get(connection)
    if (!watch) return
    const { arenaId, feed } = watch
    watching.delete(connection)
    feed.watchers.delete(connection)
    if (feed.watchers.size === 0) feeds.delete(arenaId)
  }

  const handlers: ArenaHandlers = {
    async 'arena.watch'(connection, { arenaId }, ack) {
      const before = watching.get(connection)
      left(connection)
      if (arenaId === null) return ack(ok(null))
      const { player, token } = connection
      const refused = player.allowance.take('lookups') ?? (missing.has(arenaId) ? noArena : null)
      if (refused) return ack(refused)
      const feed: Feed = feeds.get(arenaId) ?? {
        ...{ watchers: new Set(), standings: null, latest: 0, asking: null },
      }
      const watch: Watch = { arenaId, feed, player, turn: before?.player === player ? before.turn : null }
      const isCurrent = () => watching.get(connection) === watch
      // Heard from now on: what changes while the platform answers is not missed.
      feeds.set(arenaId, feed)
      feed.watchers.add(connection)
      watching.set(connection, watch)
      tellHere(arenaId, [connection])
      if (!feed.standings && !feed.asking) {
        watch.turn ??= turnOf(connection, player)
        const isTurn = await watch.turn
        watch.turn = null
        if (!isCurrent()) return ack(replaced)
        if (!isTurn) {
          left(connection)
          return ack(tooCrowded)
        }
      }
      const { playerId } = player
      const [own, asked] = await Promise.all([
        // Guests take part in none.
        token === null ? ok(null) : bus.request('arena.own', { arenaId, playerId }, waiting),
        feed.standings ? ok(null) : ask(arenaId, feed),
      ])
      // By now it may be of the player before.
      if (!isCurrent()) return ack(replaced)
      // With the changes that this connection was sent already.
      const { standings } = feed
      if (own.code === bodyCode.ok && standings) return ack(ok({ standings, own: own.data }))
      left(connection)
      ack({ ...(own.code === bodyCode.ok ? asked : own), data: null })
    },
  }

  return {
    handlers,
    left,
    close(): void {
      for (const stop of stops) stop()
    },
  }
}
