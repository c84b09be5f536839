import { z } from 'zod'
import { assetSchema, coinsSchema, matchIdSchema } from '../../rules/index.ts'
import { shardCount } from '../../shards/index.ts'
import { answers } from '../live/live.ts'
import { digestSchema, seatSchema, tableFigureSchema, winSchema } from '../live/lobby.ts'
import { amongPlatforms, askedByPlatform, fromPlatforms } from './message-kinds.ts'

/** Messages between platform nodes, and what BFFs need to find a match's owner. */

const node = z.string().min(1).max(64)
const playerId = z.string().min(1).max(64)
const gameId = z.string().min(1).max(40)
const shard = z
  .int()
  .min(0)
  .max(shardCount - 1)
/** Grows with each change of owner; the database refuses writes under a lower one. */
const epoch = z.int().min(1)

/** How often a platform node publishes its state, in milliseconds. */
export const nodeBeatMs = 200

const rematchSchema = z.strictObject({
  matchId: matchIdSchema,
  agreed: z.array(seatSchema),
  until: z.number(),
})

export const nodeBusRequests = {
  /** Is this node there? Asked of a node by its name; answered at once. */
  'node.probe': askedByPlatform(
    z.strictObject({}),
    z.strictObject({ node, shards: z.array(z.tuple([shard, epoch])) }),
  ),
  /**
   * Take over these shards, which their owner has paused: sent to the new owner. `epoch` is the current owner's;
   * `stoodMs` is how long they have been paused, in milliseconds; `rematches` are open agreements, which are stored
   * nowhere.
   */
  'shard.take': askedByPlatform(
    z.strictObject({
      from: node,
      shards: z.array(z.strictObject({ shard, epoch })).min(1).max(shardCount),
      stoodMs: z.number().min(0),
      rematches: z.array(rematchSchema),
    }),
    z.null(),
  ),
  /** Open a gathering match of this queue in this shard: asked of the shard's owner by the queue's. */
  'lobby.open': askedByPlatform(
    z.strictObject({ shard, gameId, stake: coinsSchema, asset: assetSchema }),
    answers['lobby.find'],
  ),
}

export const nodeBusEvents = {
  /** `node.beat.<node>`: each platform node, every 200 ms, and at once when what it owns has changed. */
  'node.beat': fromPlatforms(
    z.strictObject({
      node,
      at: z.number(),
      /** The newest version of events that it can read, and the newest that it writes. */
      reads: z.int().min(1),
      writes: z.int().min(1),
      /** It is shutting down: it gives its shards away and takes no new requests. */
      draining: z.boolean(),
      /** Whether its database answers; while it does not, clocks are stopped. */
      storage: z.boolean(),
      /** What it owns, each with its epoch. */
      shards: z.array(z.tuple([shard, epoch])).max(shardCount),
    }),
  ),
  /**
   * `lobby.gathering.<shard of the queue>`: a match that players of its queue may be sent to, after each change and
   * each second. With `open` false it is no longer offered.
   */
  'lobby.gathering': amongPlatforms(
    z.strictObject({
      matchId: matchIdSchema,
      gameId,
      stake: coinsSchema,
      asset: assetSchema,
      serverCommit: z.string(),
      serverChain: z.string().optional(),
      seats: z.int(),
      open: z.boolean(),
      /** Who sits there, practice opponents as null. */
      seated: z.array(z.nullable(playerId)),
      /** The mean rating of those who sit there; absent where no one does. */
      rating: z.optional(z.number()),
      /** Players refused a seat there because of who sits there. */
      capped: z.array(playerId),
      /** Seats that are kept, for whom and until when. */
      kept: z.array(z.tuple([playerId, z.number()])),
    }),
  ),
  /** `lobby.part.<node>`: one node's share of the lobby's figures, each second. `waits` is how many waits `waitMs` averages. */
  'lobby.part': amongPlatforms(
    z.strictObject({
      node,
      at: z.number(),
      tables: z.array(z.strictObject({ ...tableFigureSchema.shape, waits: z.int().min(0) })),
      /** With the winner's id, by which they are found as they are shown now; missing from a node of the previous release. */
      wins: z.array(z.strictObject({ ...winSchema.shape, playerId: z.optional(playerId) })),
      live: digestSchema.shape.live,
      /** What this node has for TV; missing from one of the previous release. */
      tv: z.optional(z.strictObject({ matchId: matchIdSchema, ratings: z.number() })),
    }),
  ),
}

export type NodeBeat = z.infer<(typeof nodeBusEvents)['node.beat']['news']>
export type Gathering = z.infer<(typeof nodeBusEvents)['lobby.gathering']['news']>
export type LobbyPart = z.infer<(typeof nodeBusEvents)['lobby.part']['news']>
export type ShardsGiven = z.infer<(typeof nodeBusRequests)['shard.take']['asks']>
