import type { NodeBeat } from '@minefall/shared/contracts/bus'
import { eventVersion } from '@minefall/shared/game'
import type { Bus, Clock } from '@minefall/shared/node'
import type { Shards } from './held.ts'

/** What a node tells of itself at every moment. */
export type NodeState = { readonly draining: boolean; readonly storage: boolean }

/** The shards that this node decides for, with their epochs. */
export const listShards = (shards: Shards): NodeBeat['shards'] =>
  shards.all().map(({ number, epoch }) => [number, Number(epoch)])

/** Publishes what this node is and owns now. */
export const tellNode = (
  { bus, clock, node, shards }: { bus: Bus; clock: Clock; node: string; shards: Shards },
  { draining, storage }: NodeState,
): void =>
  bus.publish('node.beat', node, {
    node,
    at: clock.now(),
    reads: eventVersion,
    writes: eventVersion,
    draining,
    storage,
    shards: listShards(shards),
  })
