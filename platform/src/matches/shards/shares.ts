import type { NodeBeat } from '@minefall/shared/contracts/bus'
import { eventVersion } from '@minefall/shared/game'
import type { OwnerDirectory } from '@minefall/shared/node'
import { shardCount } from '@minefall/shared/shards'
import type { World } from '../world.ts'
import { assign, type Standing } from './assignment.ts'
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

/** `owned` is every shard that is ours by the database; a node that is `draining` is to have none. */
export const sharesOf = (
  world: World,
  {
    owned,
    held,
    owners,
    members,
    isDraining,
  }: {
    owned: ReadonlyMap<number, Shard>
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

  /** Whose each shard is to be. */
  const plan = (living: ReadonlyMap<string, NodeBeat>) => {
    const others = [...living.values()].filter((beat) => !beat.draining)
    const ourselves = isDraining() ? [] : [{ node, reads: eventVersion }]
    const standing = (shard: number): Standing => {
      const mine = owned.get(shard)
      if (mine) return { shard, version: mine.version, owner: node }
      const owner = owners.ownerOf(shard)?.node ?? null
      if (owner === null) return { shard, version: 1, owner }
      // Also of one that is dead: what it wrote is still to be read.
      return {
        shard,
        version: owners.heard(owner)?.beat.writes ?? 1,
        owner: living.has(owner) ? owner : null,
      }
    }
    const shards = Array.from({ length: shardCount }, (_, shard) => standing(shard))
    return assign([...ourselves, ...others], shards)
  }
  const livingByName = () => new Map(members.living().map((beat) => [beat.node, beat]))

  const wanted = (): number[] => {
    const living = livingByName()
    const now = clock.now()
    return [...plan(living)].flatMap(([shard, target]) => {
      const owner = owners.ownerOf(shard)
      const isOwned = owned.has(shard) || (owner !== null && living.has(owner.node))
      return target === node && !isOwned && now >= (tryAgainAt.get(shard) ?? 0) ? [shard] : []
    })
  }

  const nextGroup = (): { to: string; shards: ReadonlySet<Shard> } | null => {
    if (world.standstill.isNow()) return null
    const now = clock.now()
    const living = livingByName()
    const going = [...plan(living)].flatMap(([number, to]) => {
      const shard = held.held(number)
      const isAble = living.has(to) && now >= (unable.get(to)?.until ?? 0)
      return shard && to !== node && isAble ? [{ shard, to }] : []
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
    areHeld: () =>
      [...plan(livingByName())].every(([shard, target]) => target !== node || held.isHeld(shard)),
  }
}
