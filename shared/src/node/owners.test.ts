import { describe, expect, it } from 'vitest'
import { manualClock } from '../testing/index.ts'
import { inProcessBus } from './in-process-bus.ts'
import { silentLogger } from './log.ts'
import { ownerDirectory } from './owners.ts'

const setUp = () => {
  const clock = manualClock()
  const bus = inProcessBus({ log: silentLogger(), clock })
  const owners = ownerDirectory({ bus, clock })
  const told: (readonly number[])[] = []
  owners.onChange((shards) => told.push(shards))
  return {
    ...{ clock, bus, owners, told },
    async beat(node: string, ...shards: [shard: number, epoch: number][]) {
      const state = { reads: 1, writes: 1, draining: false, storage: true }
      bus.publish('node.beat', node, { node, at: clock.now(), ...state, shards })
      await clock.advance(0)
    },
  }
}

describe('the directory of owners', () => {
  it('knows no one before the first beat', () => {
    const { owners } = setUp()
    expect(owners.ownerOf(3)).toBeNull()
    expect(owners.nodes()).toEqual([])
    expect(owners.heard('one')).toBeNull()
    expect(owners.silentFor('one')).toBe(Number.POSITIVE_INFINITY)
  })

  it('learns from beats who owns what, and tells of it once', async () => {
    const { owners, beat, told } = setUp()
    await beat('one', [0, 1], [5, 2])
    await beat('one', [0, 1], [5, 2])
    expect(owners.ownerOf(0)).toEqual({ node: 'one', epoch: 1 })
    expect(owners.ownerOf(5)).toEqual({ node: 'one', epoch: 2 })
    expect(owners.ownerOf(1)).toBeNull()
    expect(told).toEqual([[0, 5]])
  })

  it('believes the highest epoch, in whichever order the beats arrive', async () => {
    const { owners, beat, told } = setUp()
    await beat('two', [5, 3])
    await beat('one', [5, 2])
    expect(owners.ownerOf(5)).toEqual({ node: 'two', epoch: 3 })
    await beat('three', [5, 4])
    expect(owners.ownerOf(5)).toEqual({ node: 'three', epoch: 4 })
    expect(told).toEqual([[5], [5]])
  })

  it('lets a superseded owner that wakes up say what it likes', async () => {
    const { owners, beat } = setUp()
    await beat('one', [5, 2], [6, 2])
    await beat('two', [5, 3])
    await beat('one', [5, 2], [6, 2])
    expect(owners.ownerOf(5)).toEqual({ node: 'two', epoch: 3 })
    expect(owners.ownerOf(6)).toEqual({ node: 'one', epoch: 2 })
    // It notices, and tells of none of them any more: what is another's stays another's.
    await beat('one')
    expect(owners.ownerOf(5)).toEqual({ node: 'two', epoch: 3 })
    expect(owners.ownerOf(6)).toBeNull()
  })

  it('knows no owner between one that laid a shard down and the next', async () => {
    const { owners, beat, told } = setUp()
    await beat('one', [5, 2])
    await beat('one')
    expect(owners.ownerOf(5)).toBeNull()
    await beat('two', [5, 1])
    expect(owners.ownerOf(5)).toBeNull()
    await beat('two', [5, 3])
    expect(owners.ownerOf(5)).toEqual({ node: 'two', epoch: 3 })
    expect(told).toEqual([[5], [5], [5]])
  })

  it('takes an owner back that goes on with a shard it had laid down', async () => {
    const { owners, beat, told } = setUp()
    await beat('one', [5, 2])
    await beat('one')
    await beat('one', [5, 2])
    expect(owners.ownerOf(5)).toEqual({ node: 'one', epoch: 2 })
    expect(told).toEqual([[5], [5], [5]])
  })

  it('takes a node that starts again under its old name for a new owner', async () => {
    const { owners, beat, told } = setUp()
    await beat('one', [5, 2])
    await beat('one', [5, 3])
    expect(owners.ownerOf(5)).toEqual({ node: 'one', epoch: 3 })
    expect(told).toHaveLength(2)
  })

  it('leaves a silent node its shards, and says for how long it has been silent', async () => {
    const { owners, beat, clock } = setUp()
    await beat('one', [5, 2])
    await clock.advance(90_000)
    await beat('two')
    expect(owners.silentFor('one')).toBe(90_000)
    expect(owners.silentFor('two')).toBe(0)
    expect(owners.ownerOf(5)).toEqual({ node: 'one', epoch: 2 })
    expect(owners.nodes().map(({ beat: { node } }) => node)).toEqual(['one', 'two'])
  })

  it('forgets nodes that own nothing and have long been silent', async () => {
    const { owners, beat, clock } = setUp()
    await beat('one', [5, 2])
    await beat('two', [5, 3])
    await clock.advance(60_001)
    await beat('three')
    expect(owners.heard('one')).toBeNull()
    expect(owners.heard('two')?.beat.shards).toEqual([[5, 3]])
  })

  it('tells no one after it was closed', async () => {
    const { owners, beat, told } = setUp()
    owners.close()
    await beat('one', [5, 2])
    expect(told).toEqual([])
    expect(owners.ownerOf(5)).toBeNull()
  })
})
