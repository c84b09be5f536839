import { eventVersion } from '@minefall/shared/game'
import type { OwnerDirectory } from '@minefall/shared/node'
import { shardCount } from '@minefall/shared/shards'
import type { World } from '../world.ts'
import { assign, type Member } from './assignment.ts'
import { matchesOf } from './hand-over.ts'
import type { HeldShards } from './held.ts'
import type { Membership } from './membership.ts'
import type { Shard } from './shards.ts'

/** What this node is to take and to give, as the living and the owners stand. */
export type Shares = {
  /** What this node is to take, as no one who lives has it, but for what was tried a moment ago. */
  wanted(): number[]
  /** Notes that these were tried to be taken. */
  tried(shards: readonly number[]): void
  /** Forgets what was tried. */
  tryAll(): void
  /** Shards for one other node, not more than may be paused together; null when all are where they should be. */
  nextGroup(): { to: string; shards: ReadonlySet<Shard> } | null
  /** Notes whether a node took all it was offered: one that did not is offered nothing for a while. */
  offeredTo(other: string, tookAll: boolean): void
  /** Whether this node holds all that it is to have. */
  areHeld(): boolean
}

/** What could not be taken or given is tried again after so long, in milliseconds. */
const againMs = 500
/** The longest pause before a node that did not take shards is offered them again, in milliseconds. */
const againMostMs = 8_000
/** How many shards and live matches are handed over together. */
const handedTogether = { shards: 4, matches: 20 }

/** Whose each shard is to be, as the members and the shards stood. */
type Plan = {
  /** What it follows from: the numbers of the last changes. */
  from: readonly unknown[]
  /** This node's, and those of them that no one who lives has. */
  ours: readonly number[]
  missing: readonly number[]
  others: readonly { number: number; to: string }[]
}

/** `owned` is every shard that is ours by the database, `changes` counts its changes; a node that is `draining` is to have none. */
export const sharesOf = (
  world: World,
  {
    owned,
    changes,
    held,
    owners,
    members,
    isDraining,
  }: {
    owned: ReadonlyMap<number, Shard>
    changes: () => number
    held: HeldShards
    owners: OwnerDirectory
    members: Membership
    isDraining: () => boolean
  },
): Shares => {
  const { clock, node } = world
  /** When a shard that could not be taken is tried again. */
  const tryAgainAt = new Map<number, number>()
  /** Nodes that did not take what they were given: until when they are offered nothing, and how long that is. */
  const unable = new Map<string, { until: number; ms: number }>()

  const livingByName = () => new Map(members.living().map((beat) => [beat.node, beat]))
  let planned: Plan = { from: [], ours: [], missing: [], others: [] }

  /** Whose each shard is to be. Asked many times a second, and nearly always all stands as before. */
  const plan = (): Plan => {
    const from = [changes(), owners.revision(), members.revision(), isDraining()]
    if (from.every((each, place) => each === planned.from[place])) return planned
    const living = livingByName()
    const able: Member[] = isDraining() ? [] : [{ node, reads: eventVersion }]
    for (const beat of living.values()) if (!beat.draining) able.push(beat)
    const ownerOf = (shard: number): string | null => {
      if (owned.has(shard)) return node
      const owner = owners.ownerOf(shard)?.node ?? null
      return owner !== null && living.has(owner) ? owner : null
    }
    const versionOf = (shard: number): number => {
      const mine = owned.get(shard)
      if (mine) return mine.version
      const owner = owners.ownerOf(shard)?.node
      // Also of one that is dead: what it wrote is still to be read.
      return (owner === undefined ? undefined : owners.heard(owner)?.beat.writes) ?? 1
    }
    const standings = Array.from({ length: shardCount }, (_, shard) => ({
      ...{ shard, version: versionOf(shard), owner: ownerOf(shard) },
    }))
    const targets = [...assign(able, standings)]
    const ours = targets.flatMap(([shard, to]) => (to === node ? [shard] : []))
    planned = {
      ...{ from, ours },
      missing: ours.filter((shard) => standings[shard]?.owner === null),
      others: targets.flatMap(([number, to]) => (to === node ? [] : [{ number, to }])),
    }
    return planned
  }

  const wanted = (): number[] => {
    const now = clock.now()
    return plan().missing.filter((shard) => now >= (tryAgainAt.get(shard) ?? 0))
  }

  const nextGroup = (): { to: string; shards: ReadonlySet<Shard> } | null => {
    if (world.standstill.isNow()) return null
    const { others } = plan()
    if (others.length === 0) return null
    const now = clock.now()
    const living = livingByName()
    const going = others.flatMap(({ number, to }) => {
      const shard = held.held(number)
      const isAble = living.has(to) && now >= (unable.get(to)?.until ?? 0)
      return shard && isAble ? [{ shard, to }] : []
    })
    const to = going[0]?.to
    if (to === undefined) return null
    const shards = new Set<Shard>()
    let matches = 0
    for (const next of going.filter((one) => one.to === to)) {
      matches += matchesOf(world, new Set([next.shard])).length
      if (shards.size > 0 && matches > handedTogether.matches) break
      shards.add(next.shard)
      if (shards.size === handedTogether.shards) break
    }
    return { to, shards }
  }

  return {
    wanted,
    tried(shards) {
      for (const shard of shards) tryAgainAt.set(shard, clock.now() + againMs)
    },
    tryAll: () => tryAgainAt.clear(),
    nextGroup,
    offeredTo(other, tookAll) {
      if (tookAll) {
        unable.delete(other)
        return
      }
      const ms = Math.min(againMostMs, 2 * (unable.get(other)?.ms ?? againMs / 2))
      unable.set(other, { until: clock.now() + ms, ms })
    },
    areHeld: () => plan().ours.every((shard) => held.isHeld(shard)),
  }
}
