import type { Asset, Coins, MatchId } from '../game/index.ts'

/**
 * Matches, queues and hosts of private tables fall into this many fixed shards. Each shard is one platform node's at a
 * time, which alone decides what is asked of it.
 */
export const shardCount = 64

/** The shard of a match: its last byte, which is random; the first ones are a time and would all be alike. */
export const shardOfMatch = (matchId: MatchId): number => Number.parseInt(matchId.slice(-2), 16) % shardCount

/** FNV-1a over UTF-16 code units, 32 bits: http://www.isthe.com/chongo/tech/comp/fnv/ */
const spread = (text: string): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  return hash
}

/** The shard whose owner knows which matches of a queue gather. */
export const shardOfQueue = (queue: { gameId: string; stake: Coins; asset: Asset }): number =>
  spread(`${queue.gameId}/${queue.stake}/${queue.asset}`) % shardCount

/** The shard in which a player's private tables are opened, so that one node knows them all. */
export const shardOfHost = (playerId: string): number => spread(playerId) % shardCount

/** The shard whose owner runs an arena. */
export const shardOfArena = (arenaId: string): number => spread(arenaId) % shardCount
