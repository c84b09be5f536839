import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assign, type Member, type Standing } from './assignment.ts'

const shardCount = 64
const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l']

const membersOf = (nodes: readonly string[]): Member[] => nodes.map((node) => ({ node, reads: 1 }))
const standingOf = (owner: (shard: number) => string | null): Standing[] =>
  Array.from({ length: shardCount }, (_, shard) => ({ shard, version: 1, owner: owner(shard) }))
const loadsOf = (targets: ReadonlyMap<number, string>, members: readonly Member[]) =>
  members.map(({ node }) => [...targets.values()].filter((target) => target === node).length)

const someMembers = fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 12 }).map(membersOf)
const owners = fc.array(fc.option(fc.constantFrom(...names), { nil: null }), {
  minLength: shardCount,
  maxLength: shardCount,
})
const standings = owners.map((all) => standingOf((shard) => all[shard] ?? null))

describe('the assignment of shards', () => {
  it('gives every shard to a member, and each member as many as any other or one more', () => {
    fc.assert(
      fc.property(someMembers, standings, (members, shards) => {
        const targets = assign(members, shards)
        expect(targets.size).toBe(shardCount)
        const loads = loadsOf(targets, members)
        expect(loads.reduce((sum, load) => sum + load, 0)).toBe(shardCount)
        expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('moves no more of what members own than balance takes', () => {
    fc.assert(
      fc.property(someMembers, standings, (members, shards) => {
        const targets = assign(members, shards)
        const owned = (node: string) => shards.filter(({ owner }) => owner === node).length
        const moved = shards.filter(
          ({ shard, owner }) => members.some(({ node }) => node === owner) && targets.get(shard) !== owner,
        ).length
        // Anyone who is given the higher quota, the greatest owners must have it for this to be the fewest.
        const quotas = (nth: number) =>
          Math.floor(shardCount / members.length) + (nth < shardCount % members.length ? 1 : 0)
        const fewest = members
          .map(({ node }) => owned(node))
          .sort((a, b) => b - a)
          .reduce((sum, count, nth) => sum + Math.max(0, count - quotas(nth)), 0)
        expect(moved).toBe(fewest)
      }),
    )
  })

  it('comes to the same whatever the order in which members and shards are reported', () => {
    fc.assert(
      fc.property(someMembers, standings, fc.infiniteStream(fc.nat()), (members, shards, order) => {
        const shuffled = <T>(all: readonly T[]): T[] =>
          all
            .map((each) => ({ each, at: order.next().value ?? 0 }))
            .sort((a, b) => a.at - b.at)
            .map(({ each }) => each)
        const sorted = (targets: ReadonlyMap<number, string>) => [...targets].sort(([a], [b]) => a - b)
        const again = assign(
          shuffled(members),
          shuffled(shards).sort((a, b) => a.shard - b.shard),
        )
        expect(sorted(again)).toEqual(sorted(assign(members, shards)))
      }),
    )
  })

  it('stays as it is once it has come about', () => {
    fc.assert(
      fc.property(someMembers, standings, (members, shards) => {
        const targets = assign(members, shards)
        const settled = standingOf((shard) => targets.get(shard) ?? null)
        expect(assign(members, settled)).toEqual(targets)
      }),
    )
  })

  it('reaches the same end when only some of its moves have come about', () => {
    fc.assert(
      fc.property(
        someMembers,
        standings,
        fc.array(fc.boolean(), { minLength: 64, maxLength: 64 }),
        (members, shards, done) => {
          const targets = assign(members, shards)
          const between = shards.map((standing) =>
            done[standing.shard] ? { ...standing, owner: targets.get(standing.shard) ?? null } : standing,
          )
          const moved = (plan: ReadonlyMap<number, string>) =>
            between.filter(({ shard, owner }) => plan.get(shard) !== owner).length
          expect(moved(assign(members, between))).toBe(moved(targets))
        },
      ),
    )
  })

  it('never hands a shard to a member that can’t read it, nor takes one away for no one', () => {
    const versioned = fc.tuple(
      fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 6 }),
      fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 6, maxLength: 6 }),
      standings,
      fc.array(fc.integer({ min: 1, max: 3 }), { minLength: shardCount, maxLength: shardCount }),
    )
    fc.assert(
      fc.property(versioned, ([nodes, reads, shards, versions]) => {
        const members = nodes.map((node, nth) => ({ node, reads: reads[nth] ?? 1 }))
        const all = shards.map((standing) => ({ ...standing, version: versions[standing.shard] ?? 1 }))
        const targets = assign(members, all)
        for (const { shard, version, owner } of all) {
          const target = targets.get(shard)
          const able = members.filter((member) => member.reads >= version)
          const isOwned = members.some(({ node }) => node === owner)
          if (target === undefined) expect([able.length, isOwned]).toEqual([0, false])
          else if (target !== owner) expect(able.map(({ node }) => node)).toContain(target)
        }
      }),
    )
  })

  it('gives no one anything where there is no one', () => {
    expect(
      assign(
        [],
        standingOf(() => 'a'),
      ).size,
    ).toBe(0)
  })
})
