import type { MatchId } from '@minefall/shared/game'
import { turnstile } from '@minefall/shared/node'
import { shardOfHost } from '@minefall/shared/shards'
import { abandon } from '../host/lifecycle.ts'
import type { LiveMatch } from '../host/live-match.ts'
import type { World } from '../world.ts'
import { queueKey } from './gathering.ts'
import { nameOf, openMatch, type Queue } from './open-match.ts'

/** A player's private table; or the other one of theirs at which people sit. Neither: its shard is another node's. */
export type Hosted = {
  match: LiveMatch | null
  elsewhere: { matchId: MatchId; gameId: string } | null
}

const hostedBy = (world: World, playerId: string): LiveMatch[] =>
  [...world.matches.values()].filter(
    (match) =>
      match.origin.host === playerId &&
      match.record.state.phase === 'gathering' &&
      match.shard.held &&
      !match.dropped &&
      !match.quarantined,
  )

const hostOne = async (world: World, queue: Queue, playerId: string): Promise<Hosted> => {
  const own = hostedBy(world, playerId)
  const same = own.find(({ record }) => queueKey(record.state) === queueKey(nameOf(queue)))
  if (same) return { match: same, elsewhere: null }
  for (const other of own) {
    // One private table gathers at a time: an empty one makes room.
    await abandon(world, other, 0)
    if (other.dropped) return { match: null, elsewhere: null }
    const { gameId, matchId, phase } = other.record.state
    if (phase === 'gathering') return { match: null, elsewhere: { matchId, gameId } }
  }
  const origin = { open: false, rematchOf: null, invited: null, host: playerId }
  // All private tables of a player are in one shard, whose owner knows them.
  const shard = world.shards.held(shardOfHost(playerId))
  const match = shard && (await openMatch(world, shard, { ...queue, origin, invited: null }))
  return { match, elsewhere: null }
}

/**
 * Gives a player the private table of a queue: the one of theirs that gathers, or a fresh one. Anyone who asks twice at
 * the same time, or again because the answer was lost, gets the same.
 */
export const hosting = (world: World) => {
  const asking = turnstile<string>({ atOnce: 1 })
  return (queue: Queue, playerId: string): Promise<Hosted> =>
    asking(playerId, () => hostOne(world, queue, playerId))
}
