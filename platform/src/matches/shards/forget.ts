import { shardOfMatch } from '@minefall/shared/shards'
import { cancelTimers } from '../host/live-match.ts'
import type { Rematches } from '../lobby/rematch.ts'
import type { World } from '../world.ts'
import type { Shard } from './shards.ts'

/** Forgets all matches of a shard that is another node's now; nothing of them is written any more. */
export const forgetMatches = (
  world: Pick<World, 'matches' | 'stopped'>,
  rematches: Pick<Rematches, 'forget'>,
  shard: Shard,
): void => {
  for (const match of world.matches.values()) {
    if (match.shard !== shard) continue
    match.dropped = true
    cancelTimers(match)
    rematches.forget(match.id)
    world.matches.delete(match.id)
  }
  for (const matchId of world.stopped)
    if (shardOfMatch(matchId) === shard.number) world.stopped.delete(matchId)
}
