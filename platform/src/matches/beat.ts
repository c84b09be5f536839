import type { ServerMessage } from '@minefall/shared/contracts/live'
import { abandon, callOff } from './host/lifecycle.ts'
import { cancelTimers, type LiveMatch } from './host/live-match.ts'
import { endAssumptions, freeAbsentSeats } from './host/presence.ts'
import { isOver } from './host/record.ts'
import { awaitPeople } from './host/schedule.ts'
import { announceGathering } from './lobby/gathering-news.ts'
import { isOnOffer } from './lobby/on-offer.ts'
import type { Rematches } from './lobby/rematch.ts'
import type { World } from './world.ts'

/** The shards beat in so many turns, one after the other: all at once, their news would hold up every move behind it. */
export const beatTurns = 20

/**
 * Publishes where each match stands, a few shards a turn, so that a BFF that missed something finds out. The matches are
 * looked through once a round, as the first turn begins: one that came later beats from the next round on.
 */
export const beats = (world: World): (() => void) => {
  const { bus, clock, settings } = world
  let turn = 0
  let shards = new Map<number, LiveMatch[]>()

  const beatOf = ({ id, record }: LiveMatch): ServerMessage<'match.beat'> => ({
    matchId: id,
    seq: record.state.seq,
    hash: record.hash,
  })
  /** Beats go on for a while after the end: the last event may have got lost as any other. */
  const hasBeat = ({ dropped, record, endedAt }: LiveMatch, now: number) =>
    !dropped && !(isOver(record.state) && now - (endedAt ?? 0) > settings.beatEndedMs)

  return () => {
    if (turn === 0) {
      shards = new Map()
      for (const match of world.matches.values()) {
        const its = shards.get(match.shard.number)
        if (its) its.push(match)
        else shards.set(match.shard.number, [match])
      }
    }
    const now = clock.now()
    for (const [shard, matches] of shards) {
      if (shard % beatTurns !== turn) continue
      const told = matches.filter((match) => hasBeat(match, now)).map(beatOf)
      if (told.length > 0) bus.publish('match.beat', String(shard), told)
    }
    turn = (turn + 1) % beatTurns
  }
}

/**
 * What time alone brings about: absent seats, abandoned matches, ended ones that leave memory. Tells of those that gather,
 * and counts the live ones.
 */
export const sweep = (world: World, rematches: Rematches): void => {
  const { settings } = world
  const now = world.clock.now()
  let live = 0
  for (const match of world.matches.values()) {
    const { state } = match.record
    if (isOver(state)) {
      if (match.endedAt !== null && now - match.endedAt < settings.keepEndedMs) continue
      if (rematches.isUndecided(match.id)) continue
      cancelTimers(match)
      rematches.forget(match.id)
      world.matches.delete(match.id)
      continue
    }
    if (match.dropped) continue
    live += 1
    endAssumptions(world, match)
    if (state.phase !== 'gathering') continue
    announceGathering(world, match)
    if (match.quarantined) continue
    freeAbsentSeats(world, match)
    awaitPeople(world, match)
    if (match.arena && !isOnOffer(world, match)) world.background(callOff(world, match))
    const abandonMs = match.invited ? settings.gatherAbsentMs : settings.abandonMs
    if (state.table.every((seat) => seat === null) && now - match.touchedAt >= abandonMs)
      world.background(abandon(world, match, abandonMs))
  }
  world.metrics.live(live)
  world.metrics.stopped(world.stopped.size)
}
