import { type Listeners, listeners } from '@minefall/shared/node'
import type { Shard } from './shards.ts'

/** The shards this node owns now. */
export type Shards = {
  /** Null if it is another node's, or in transit. */
  held(number: number): Shard | null
  isHeld(number: number): boolean
  /** By number. */
  all(): readonly Shard[]
  /** Notified of taken shards, after their matches are in memory and before any request. */
  onTaken: Listeners<readonly Shard[]>['add']
}

/** {@link Shards} for anyone who takes and gives them. */
export type HeldShards = Shards & {
  open(shards: readonly Shard[]): void
  /** Later requests for it are refused as another node's. */
  shut(shard: Shard): void
}

export const holdShards = (): HeldShards => {
  const held = new Map<number, Shard>()
  /** By number, until the next change. */
  let sorted: readonly Shard[] | null = null
  const taken = listeners<readonly Shard[]>()
  return {
    held: (number) => held.get(number) ?? null,
    isHeld: (number) => held.has(number),
    all() {
      sorted ??= [...held.values()].sort((a, b) => a.number - b.number)
      return sorted
    },
    onTaken: taken.add,
    open(shards) {
      sorted = null
      for (const shard of shards) {
        shard.held = true
        held.set(shard.number, shard)
      }
      taken.tell(shards)
    },
    shut(shard) {
      sorted = null
      shard.held = false
      if (held.get(shard.number) === shard) held.delete(shard.number)
    },
  }
}
