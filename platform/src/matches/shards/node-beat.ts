import type { NodeBeat } from '@minefall/shared/contracts/bus'
import { eventVersion } from '@minefall/shared/game'
import type { Bus, Clock } from '@minefall/shared/node'
import type { Shards } from './held.ts'
import type { Shard } from './shards.ts'

/** What a node tells of itself at every moment. */
export type NodeState = { readonly draining: boolean; readonly storage: boolean }

const lists = new WeakMap<readonly Shard[], NodeBeat['shards']>()

/** The shards that this node decides for, with their epochs: the same frozen list until they change. */
export const listShards = (shards: Shards): NodeBeat['shards'] => {
  const all = shards.all()
  const known = lists.get(all)
  if (known) return known
  const list = all.map(({ number, epoch }): [number, number] => [number, Number(epoch)])
  for (const each of [...list, list]) Object.freeze(each)
  lists.set(all, list)
  return list
}

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
