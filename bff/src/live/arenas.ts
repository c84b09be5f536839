import { bodyCode, type Envelope, ok } from '@minefall/shared/contracts'
import { type ArenaStandings, presentAtOnce } from '@minefall/shared/contracts/live'
import { every } from '@minefall/shared/node'
import type { Connection } from './connection.ts'
import type { Ground } from './ground.ts'
import type { ArenaHandlers } from './handlers.ts'
import { packet } from './packet.ts'

/** How often the platform hears who watches, and what was missed is asked for, in milliseconds. */
const hereMs = 2_000

/** An arena that someone watches here. */
type Feed = {
  readonly watchers: Set<Connection>
  /** Null until the platform has told. */
  standings: ArenaStandings | null
  /** The latest version that the platform told of. */
  latest: number
  /** Concurrent callers share one request, which has taken in what it was answered. */
  asking: Promise<Envelope<ArenaStandings>> | null
}

/** The standings after a change that follows on them. */
const changed = ({ players }: ArenaStandings, change: ArenaStandings): ArenaStandings => {
  const rows = new Map([...players, ...change.players].map((player) => [player.nth, player]))
  return { ...change, players: [...rows.values()] }
}

/**
 * Keeps the standings of the arenas that are watched here, one copy each, sends watchers what changes, encoded once for all of
 * them, and tells the platform who is present.
 */
export const arenas = ({ bus, clock, waiting }: Ground) => {
  const feeds = new Map<string, Feed>()
  const watching = new Map<Connection, string>()

  const ask = (arenaId: string, feed: Feed): Promise<Envelope<ArenaStandings>> => {
    feed.asking ??= bus.request('arena.standings', { arenaId }, waiting).then((answer) => {
      feed.asking = null
      const { code, data } = answer
      const known = feed.standings?.version ?? -1
      if (code === bodyCode.ok && data && data.version > known) feed.standings = data
      return answer
    })
    return feed.asking
  }
  /** Sends all of it to all watchers: a change was missed. */
  const askAgain = async (arenaId: string, feed: Feed) => {
    const before = feed.standings
    await ask(arenaId, feed)
    const { standings } = feed
    if (!standings || standings === before) return
    const told = packet('arena', { kind: 'standings', ...standings })
    for (const { outbox } of feed.watchers) outbox.send(told)
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
      for (const [arenaId, feed] of feeds) {
        tellHere(arenaId, feed.watchers)
        // The last change may be the one: none comes after it that would show the hole.
        if (feed.standings && feed.standings.version < feed.latest) void askAgain(arenaId, feed)
      }
    }),
    bus.subscribe('arena.change', null, (change) => {
      const { arenaId } = change.arena
      const feed = feeds.get(arenaId)
      if (!feed) return
      feed.latest = Math.max(feed.latest, change.version)
      if (!feed.standings || change.version <= feed.standings.version) return
      if (change.version > feed.standings.version + 1 || change.players.length === 0) {
        void askAgain(arenaId, feed)
        return
      }
      feed.standings = changed(feed.standings, change)
      const told = packet('arena', { kind: 'change', ...change })
      for (const { outbox } of feed.watchers) outbox.send(told)
    }),
    bus.onConnection((connected) => {
      // What was published in the meantime reached no one here.
      if (connected) for (const [arenaId, feed] of feeds) void askAgain(arenaId, feed)
    }),
  ]

  const left = (connection: Connection): void => {
    const arenaId = watching.get(connection)
    if (arenaId === undefined) return
    watching.delete(connection)
    const feed = feeds.get(arenaId)
    feed?.watchers.delete(connection)
    if (feed?.watchers.size === 0) feeds.delete(arenaId)
  }

  const handlers: ArenaHandlers = {
    async 'arena.watch'(connection, { arenaId }, ack) {
      left(connection)
      if (arenaId === null) return ack(ok(null))
      const feed: Feed = feeds.get(arenaId) ?? {
        ...{ watchers: new Set(), standings: null, latest: 0, asking: null },
      }
      // Heard from now on: what changes while the platform answers is not missed.
      if (!connection.closing) {
        feeds.set(arenaId, feed)
        feed.watchers.add(connection)
        watching.set(connection, arenaId)
        tellHere(arenaId, [connection])
      }
      const { playerId } = connection.player
      const [own, asked] = await Promise.all([
        bus.request('arena.own', { arenaId, playerId }, waiting),
        feed.standings ? ok(null) : ask(arenaId, feed),
      ])
      // With the changes that this connection was sent already.
      const { standings } = feed
      if (own.code === bodyCode.ok && standings) return ack(ok({ standings, own: own.data }))
      if (watching.get(connection) === arenaId) left(connection)
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
