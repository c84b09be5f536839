import type { MatchId } from '@minefall/shared/game'
import { type Bus, type Clock, every, type OwnerDirectory } from '@minefall/shared/node'
import { shardCount, shardOfMatch } from '@minefall/shared/shards'
import type { Gauge } from 'prom-client'
import type { Outbox } from './outbox.ts'
import { packet } from './packet.ts'

/** Owners beat each 200 ms, and a hand-over takes less than this: beyond it play is paused. In milliseconds. */
const patienceMs = 700
const lookEveryMs = 100
/** A check this late pauses no one: beats may only be unread. */
const lateMs = 300

type Follower = { outbox: Pick<Outbox, 'send'>; follows: Pick<Map<MatchId, unknown>, 'keys'> }

export type PausesOptions = {
  bus: Pick<Bus, 'isConnected'>
  owners: Pick<OwnerDirectory, 'ownerOf' | 'heard' | 'silentFor'>
  clock: Clock
  connections: Iterable<Follower>
  /** Whether a followed match is live, as far as known here. */
  isGoingOn: (matchId: MatchId) => boolean
  paused: Gauge
}

/**
 * Notifies sockets when play pauses and continues, until the returned function is called: those at a match whose
 * owner or its database is away, and all while the bus is.
 */
export const announcePauses = (options: PausesOptions): (() => void) => {
  const { bus, owners, clock, connections, isGoingOn, paused } = options
  const told = new WeakSet<Follower>()
  let isAnyPaused = false
  let lookedAt = clock.now()
  /** Since when the bus is away, or a shard without an owner. */
  const since = new Map<number | 'bus', number>()

  const lasts = (what: number | 'bus', isAmiss: boolean, now: number): boolean => {
    if (!isAmiss) since.delete(what)
    else if (!since.has(what)) since.set(what, now)
    return now - (since.get(what) ?? now) > patienceMs
  }

  const standsStill = (shard: number, now: number): boolean => {
    const owner = owners.ownerOf(shard)
    const isLeft = lasts(shard, owner === null, now)
    if (!owner) return isLeft
    return owners.silentFor(owner.node) > patienceMs || owners.heard(owner.node)?.beat.storage === false
  }

  const look = () => {
    const now = clock.now()
    const isLate = now - lookedAt > lookEveryMs + lateMs
    lookedAt = now
    const away = lasts('bus', !bus.isConnected(), now)
    const still = new Set<number>()
    for (let shard = 0; shard < shardCount; shard += 1) if (standsStill(shard, now)) still.add(shard)
    if (!away && still.size === 0 && !isAnyPaused) return
    let count = 0
    for (const connection of connections) {
      const isPaused =
        away ||
        [...connection.follows.keys()].some(
          (matchId) => still.has(shardOfMatch(matchId)) && isGoingOn(matchId),
        )
      if (isPaused && isLate && !told.has(connection)) continue
      if (isPaused) count += 1
      if (isPaused === told.has(connection)) continue
      if (isPaused) told.add(connection)
      else told.delete(connection)
      connection.outbox.send(packet('paused', { paused: isPaused }))
    }
    isAnyPaused = count > 0
    paused.set(count)
  }

  return every(clock, lookEveryMs, look)
}
