import type { ServerMessage } from '@minefall/shared/contracts'
import { abandon } from './host/lifecycle.ts'
import { cancelTimers } from './host/live-match.ts'
import { endAssumptions, freeAbsentSeats } from './host/presence.ts'
import { isOver } from './host/record.ts'
import { awaitPeople } from './host/schedule.ts'
import { tellGathering } from './lobby/gathering-news.ts'
import type { Rematches } from './lobby/rematch.ts'
import type { World } from './world.ts'

/** The shards beat in so many turns, one after the other: all at once, their news would hold up every move behind it. */
export const beatTurns = 20

/** Where each match of the shards whose turn it is stands, so that whoever missed something finds out. */
export const publishBeats = (world: World, turn: number): void => {
  const shards = new Map<number, ServerMessage<'match.beat'>[]>()
  const now = world.clock.now()
  for (const { id, shard, record, dropped, endedAt } of world.matches.values()) {
    if (dropped || shard.number % beatTurns !== turn) continue
    // Beats go on for a while after the end: the last event may have got lost as any other.
    if (isOver(record.state) && now - (endedAt ?? 0) > world.settings.beatEndedMs) continue
    const beats = shards.get(shard.number) ?? []
    beats.push({ matchId: id, seq: record.state.seq, hash: record.hash })
    shards.set(shard.number, beats)
  }
  for (const [shard, beats] of shards) world.bus.publish('match.beat', String(shard), beats)
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
      cancelTimers(match)
      rematches.forget(match.id)
      world.matches.delete(match.id)
      continue
    }
    if (match.dropped) continue
    live += 1
    endAssumptions(world, match)
    if (state.phase !== 'gathering') continue
    tellGathering(world, match)
    if (match.quarantined) continue
    freeAbsentSeats(world, match)
    awaitPeople(world, match)
    const abandonMs = match.invited ? settings.gatherAbsentMs : settings.abandonMs
    if (state.table.every((seat) => seat === null) && now - match.touchedAt >= abandonMs)
      world.background(abandon(world, match, abandonMs))
  }
  world.metrics.live(live)
}
