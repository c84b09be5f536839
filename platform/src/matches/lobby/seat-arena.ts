import type { ArenaSeat } from '@minefall/shared/contracts/live'
import type { World } from '../world.ts'
import { openMatch } from './open-match.ts'
import type { ArenaSeating } from './opening.ts'

/** Matches of arenas are played for so many trial coins: what they are worth is their points. */
const arenaStake = '10'

/**
 * Opens a match at a table for those whom an arena seats, in a shard of this node's; each is to sit down there. Null where
 * one of them does not wait any more, the table is gone, or this node has no shard.
 */
export const seatArena = async (
  world: World,
  { gameId, ...arena }: ArenaSeating & { gameId: string },
): Promise<ArenaSeat | null> => {
  const table = world.tables.get(gameId)
  const shards = world.shards.all()
  const shard = shards[(world.randomBytes(1)[0] ?? 0) % shards.length]
  if (!table || !shard) return null
  const { playerIds, practice } = arena
  const match = await openMatch(world, shard, {
    table: {
      ...table,
      seats: practice ? playerIds.length + 1 : playerIds.length,
      practice,
      rules: { ...table.rules, rakeBps: 0 },
    },
    stake: arenaStake,
    asset: 'trial',
    origin: { open: false, rematchOf: null, invited: null, host: null },
    invited: new Set(playerIds),
    arena,
  })
  if (!match) return null
  const { matchId, serverCommit, serverChain, seats } = match.record.state
  const chain = serverChain === undefined ? {} : { serverChain }
  return { arenaId: arena.arenaId, matchId, gameId, serverCommit, ...chain, seats }
}
