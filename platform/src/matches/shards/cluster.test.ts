import { shardCount } from '@minefall/shared/shards'
import { expect, it } from 'vitest'
import { describeDatabases } from '../../db/testing.ts'
import { type Cluster, setCluster } from '../testing-nodes.ts'

const everyShard = Array.from({ length: shardCount }, (_, shard) => shard)
const sharesOf = (cluster: Cluster) =>
  [...cluster.nodes.values()].map((node) => node.shards().length).sort((a, b) => b - a)
const heldByAll = (cluster: Cluster) =>
  [...cluster.nodes.values()].flatMap((node) => node.shards()).sort((a, b) => a - b)

describeDatabases('nodes that share the shards', (open) => {
  it('take their halves when they start together, and each shard is one’s alone', async () => {
    const cluster = setCluster(await open())
    await cluster.startAll('a', 'b')
    await cluster.until(() => heldByAll(cluster).length === shardCount)
    expect(heldByAll(cluster)).toEqual(everyShard)
    expect(sharesOf(cluster)).toEqual([32, 32])
    expect(cluster.alarms).toEqual([])
    for (const { host } of cluster.nodes.values()) expect(host.ready()).toBe(true)
  })
})
