import { sha256 } from '../ids.ts'

/** A node that may own shards. */
export type Member = {
  node: string
  /** The newest version of events that it can read. */
  reads: number
}

/** A shard as it stands. */
export type Standing = {
  shard: number
  /** The newest version of its events. */
  version: number
  /** Whose it is; null when no one decides for it. */
  owner: string | null
}

/** Rendezvous hashing, whose order of nodes for a shard depends on these two alone: https://en.wikipedia.org/wiki/Rendezvous_hashing */
const weight = (node: string, shard: number): string => sha256(`${node}/${shard}`)

/** The shards of a node in the order in which it gives them away. */
const lightestFirst = (node: string, shards: readonly Standing[]): Standing[] =>
  shards
    .map((standing) => ({ standing, weight: weight(node, standing.shard) }))
    .sort((a, b) => byText(a.weight, b.weight))
    .map(({ standing }) => standing)

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Whose each shard is to be, by shard; one that no member can read is left out. Members come out with equally many, or
 * one more, as far as versions allow, and no more shards change hands than that takes. Where a shard is free to go
 * anywhere, rendezvous hashing says where, so that all nodes that see the same come to the same.
 */
export const assign = (members: readonly Member[], shards: readonly Standing[]): Map<number, string> => {
  const targets = new Map<number, string>()
  if (members.length === 0) return targets
  const loads = new Map<string, Standing[]>(members.map(({ node }) => [node, []]))
  const loadOf = (node: string) => loads.get(node) ?? []
  for (const standing of shards) if (standing.owner !== null) loads.get(standing.owner)?.push(standing)
  const homeless = shards.filter(({ owner }) => owner === null || !loads.has(owner))

  // One more for those who have most already: fewest change hands.
  const least = Math.floor(shards.length / members.length)
  const more = shards.length % members.length
  const quotas = new Map(
    [...members]
      .sort((a, b) => loadOf(b.node).length - loadOf(a.node).length || byText(a.node, b.node))
      .map(({ node }, place) => [node, place < more ? least + 1 : least]),
  )
  const counts = new Map(members.map(({ node }) => [node, loadOf(node).length]))
  const countOf = (node: string) => counts.get(node) ?? 0
  const hasRoom = ({ node }: Member) => countOf(node) < (quotas.get(node) ?? 0)
  const place = (shard: number, node: string) => {
    targets.set(shard, node)
    counts.set(node, countOf(node) + 1)
  }
  const heaviest = (among: readonly Member[], shard: number) =>
    [...among].sort((a, b) => byText(weight(b.node, shard), weight(a.node, shard)))[0]

  for (const standing of homeless) {
    const able = members.filter(({ reads }) => reads >= standing.version)
    const fewest = Math.min(...able.map(({ node }) => countOf(node)))
    const roomy = able.filter(hasRoom)
    const among = roomy.length > 0 ? roomy : able.filter(({ node }) => countOf(node) === fewest)
    const target = heaviest(among, standing.shard)
    if (target) place(standing.shard, target.node)
  }
  for (const { node } of [...members].sort((a, b) => byText(a.node, b.node))) {
    const hasTooMany = () => countOf(node) > (quotas.get(node) ?? 0)
    // Nearly always nothing is to go, and each node asks many times a second.
    for (const { shard, version } of hasTooMany() ? lightestFirst(node, loadOf(node)) : loadOf(node)) {
      const able = hasTooMany() ? members.filter((member) => member.reads >= version && hasRoom(member)) : []
      const target = heaviest(able, shard)
      if (target) {
        counts.set(node, countOf(node) - 1)
        place(shard, target.node)
      } else targets.set(shard, node)
    }
  }
  return targets
}
