import type { Unsubscribe } from '@minefall/shared/node'
import type { Shard } from './shards.ts'

/** The shards that this node decides for now. */
export type Shards = {
  /** Null when it is another node's, or on its way to or from one. */
  held(number: number): Shard | null
  isHeld(number: number): boolean
  /** By number. */
  all(): readonly Shard[]
  /** Tells of shards that were taken, after their matches are in memory and before anything is asked of them. */
  onTaken(listener: (shards: readonly Shard[]) => void): Unsubscribe
}

/** {@link Shards} for anyone who takes and gives them. */
export type HeldShards = Shards & {
  open(shards: readonly Shard[]): void
  /** What is asked of it from now on is refused as another node's. */
  shut(shard: Shard): void
}

export const holdShards = (): HeldShards => {
  const held = new Map<number, Shard>()
  const listeners = new Set<(shards: readonly Shard[]) => void>()
  return {
    held: (number) => held.get(number) ?? null,
    isHeld: (number) => held.has(number),
    all: () => [...held.values()].sort((a, b) => a.number - b.number),
    onTaken(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    open(shards) {
      for (const shard of shards) {
        shard.held = true
        held.set(shard.number, shard)
      }
      for (const listener of listeners) listener(shards)
    },
    shut(shard) {
      shard.held = false
      if (held.get(shard.number) === shard) held.delete(shard.number)
    },
  }
}
