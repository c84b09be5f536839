import type { ServerMessage } from '@minefall/shared/contracts'
import { abandon } from './host/lifecycle.ts'
import { cancelTimers } from './host/live-match.ts'
import { freeAbsentSeats } from './host/presence.ts'
import { isOver } from './host/record.ts'
import type { Rematches } from './lobby/rematch.ts'
import type { World } from './world.ts'

/** Where each match of each shard stands, so that whoever missed something finds out. */
export const publishBeats = (world: World): void => {
  const shards = new Map<number, ServerMessage<'match.beat'>[]>()
  let live = 0
  const now = world.clock.now()
  for (const { id, shard, record, dropped, endedAt } of world.matches.values()) {
    if (dropped) continue
    // Beats go on for a while after the end: the last event may have got lost as any other.
    if (!isOver(record.state)) live += 1
    else if (now - (endedAt ?? 0) > world.settings.beatEndedMs) continue
    const beats = shards.get(shard.number) ?? []
    beats.push({ matchId: id, seq: record.state.seq, hash: record.hash })
    shards.set(shard.number, beats)
  }
  world.metrics.live(live)
  for (const [shard, beats] of shards) world.bus.publish('match.beat', String(shard), beats)
}

/** What time alone brings about: absent seats, abandoned matches, ended ones that leave memory. */
export const sweep = (world: World, rematches: Rematches): void => {
  const { settings } = world
  const now = world.clock.now()
  for (const match of world.matches.values()) {
    const { state } = match.record
    if (isOver(state)) {
      if (match.endedAt !== null && now - match.endedAt < settings.keepEndedMs) continue
      cancelTimers(match)
      rematches.forget(match.id)
      world.matches.delete(match.id)
      continue
    }
    if (state.phase !== 'gathering' || match.quarantined) continue
    freeAbsentSeats(world, match)
    const abandonMs = match.invited ? settings.gatherAbsentMs : settings.abandonMs
    if (state.table.every((seat) => seat === null) && now - match.touchedAt >= abandonMs)
      world.background(abandon(world, match, abandonMs))
  }
}
