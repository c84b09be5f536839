import type { NodeBeat } from '../contracts/bus/index.ts'
import { shardCount } from '../shards/index.ts'
import type { Bus } from './bus.ts'
import type { Clock } from './clock.ts'
import { listeners } from './listeners.ts'

/** The owner of a shard, and its epoch. */
export type Owner = { node: string; epoch: number }

/** A platform node's last beat, and when it arrived, in milliseconds since 1970. */
type KnownNode = { beat: NodeBeat; lastSeenAt: number }

/** Nodes without shards are forgotten after this long without a beat, in milliseconds. */
const forgetMs = 60_000

/** The platform nodes and the owners of the shards, as known from their beats. */
export type OwnerDirectory = ReturnType<typeof ownerDirectory>

/**
 * Listens to the beats of platform nodes. Of several that claim a shard the one with the highest epoch is believed,
 * in whichever order their beats arrive: an owner that was superseded without noticing changes nothing.
 */
export const ownerDirectory = ({ bus, clock }: { bus: Pick<Bus, 'subscribe'>; clock: Clock }) => {
  const nodes = new Map<string, KnownNode>()
  const owners: (Owner | null)[] = Array.from({ length: shardCount }, () => null)
  /** The highest epoch seen for each shard, also when no one owns it now. */
  const highest: number[] = Array.from({ length: shardCount }, () => 0)
  const changes = listeners<readonly number[]>()
  let revision = 0

  /** Each node’s last list since the owners last changed: the same list again changes nothing. */
  const taken = new Map<string, NodeBeat['shards']>()

  /** Answers the shards whose owner or epoch changed. */
  const takeIn = ({ node, shards }: NodeBeat): number[] => {
    const before = taken.get(node)
    if (before === shards) return []
    taken.set(node, shards)
    if (
      before?.length === shards.length &&
      shards.every(([shard, epoch], place) => before[place]?.[0] === shard && before[place][1] === epoch)
    )
      return []
    const listed = new Map(shards)
    const changed: number[] = []
    for (const [shard, owner] of owners.entries()) {
      const epoch = listed.get(shard)
      const isLaidDown = epoch === undefined && owner?.node === node
      // The same epoch once more is news only where its owner had laid the shard down.
      const isClaimed = epoch !== undefined && epoch >= (highest[shard] ?? 0) && epoch !== owner?.epoch
      if (!isLaidDown && !isClaimed) continue
      owners[shard] = epoch === undefined ? null : { node, epoch }
      if (epoch !== undefined) highest[shard] = epoch
      changed.push(shard)
    }
    if (changed.length > 0) {
      taken.clear()
      taken.set(node, shards)
      revision += 1
    }
    return changed
  }

  const forget = (now: number) => {
    const owning = new Set(owners.flatMap((owner) => (owner ? [owner.node] : [])))
    for (const [node, { lastSeenAt }] of nodes)
      if (now - lastSeenAt > forgetMs && !owning.has(node)) nodes.delete(node)
  }

  const unsubscribe = bus.subscribe('node.beat', null, (beat) => {
    const now = clock.now()
    const known = nodes.get(beat.node)
    if (known?.beat.writes !== beat.writes) revision += 1
    nodes.set(beat.node, { beat, lastSeenAt: now })
    // Each start of a node may bring a new name.
    if (!known) forget(now)
    const changed = takeIn(beat)
    if (changed.length > 0) changes.tell(changed)
  })

  return {
    /** Null before the first claim of the shard, and after its last owner released it until someone takes it. */
    ownerOf: (shard: number): Owner | null => owners[shard] ?? null,
    /** Another number after each change of an owner, or of what version one writes. */
    revision: () => revision,
    /** The node's last beat; null when it never sent one, or was forgotten. */
    heard: (node: string): KnownNode | null => nodes.get(node) ?? null,
    nodes: (): readonly KnownNode[] => [...nodes.values()],
    /** Milliseconds since the node's last beat; infinite when there was none. A silent node keeps its shards. */
    silentFor: (node: string): number =>
      clock.now() - (nodes.get(node)?.lastSeenAt ?? Number.NEGATIVE_INFINITY),
    /** Calls back with the shards that have another owner, another epoch or no owner. */
    onChange: changes.add,
    close: unsubscribe,
  }
}
