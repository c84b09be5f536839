import { ok } from '@minefall/shared/contracts'
import type { NodeBeat } from '@minefall/shared/contracts/bus'
import { type Bus, inProcessBus, silentLogger } from '@minefall/shared/node'
import { type ManualClock, manualClock } from '@minefall/shared/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { checkMs, type Membership, ownProcessorMs, watchMembers } from './membership.ts'

const beatOf = (node: string, at: number, storage: boolean): NodeBeat => ({
  node,
  at,
  reads: 1,
  writes: 1,
  draining: false,
  storage,
  shards: [],
})

describe('the members of a cluster', () => {
  let clock: ManualClock
  /** By how much our clock was set, in milliseconds. */
  let setBy: number
  let bus: Bus
  let connected: boolean
  let tellConnection: (now: boolean) => void
  let members: Membership
  let changes: number
  /** Which nodes beat, ours among them. */
  let beating: Set<string>
  /** Which nodes their database does not answer. */
  let cutOff: Set<string>
  const answering = new Map<string, () => void>()

  /** How a node answers when it is asked whether it is there; null: no one answers in its name. */
  const answer = (node: string, how: 'at once' | 'never' | null) => {
    answering.get(node)?.()
    answering.delete(node)
    if (how === null) return
    const there = how === 'never' ? () => new Promise<never>(() => {}) : async () => ok({ node, shards: [] })
    answering.set(node, bus.respond('node.probe', there, { at: node }))
  }
  const isAlive = (node: string) => members.living().some((beat) => beat.node === node)
  /** Lets time pass; everyone who beats does so each 200 ms. The answer is after how long it was so, or null. */
  const until = async (isSo: () => boolean, mostMs: number): Promise<number | null> => {
    for (let passed = 0; passed <= mostMs; passed += checkMs) {
      if (isSo()) return passed
      await clock.advance(checkMs)
      if (clock.now() % 200 === 0)
        for (const node of beating)
          bus.publish('node.beat', node, beatOf(node, clock.now(), !cutOff.has(node)))
      await clock.advance(0)
      members.check()
    }
    return null
  }
  const pass = (ms: number) => until(() => false, ms - checkMs)

  beforeEach(async () => {
    clock = manualClock(1_000_000)
    bus = inProcessBus({ log: silentLogger(), clock })
    setBy = 0
    connected = true
    changes = 0
    const line: Bus = {
      ...bus,
      isConnected: () => connected,
      onConnection(listener) {
        tellConnection = listener
        return () => {}
      },
    }
    members = watchMembers({
      bus: line,
      clock: { ...clock, now: () => clock.now() + setBy },
      node: 'us',
      hasStorage: () => !cutOff.has('us'),
      processorMs: ownProcessorMs,
      changed: () => {
        changes += 1
      },
      heardOurs: () => {},
    })
    beating = new Set(['us', 'they'])
    cutOff = new Set()
    answer('they', 'at once')
    await pass(2_000)
    expect(isAlive('they')).toBe(true)
  })

  it('are dead at once when they fall silent and no one answers for them', async () => {
    beating.delete('they')
    answer('they', null)
    const heard = clock.now()
    const after = await until(() => !isAlive('they'), 3_000)
    expect(after).toBeLessThanOrEqual(700)
    expect(members.diedAt('they')).toBeLessThanOrEqual(heard)
    expect(changes).toBeGreaterThan(0)
  })

  it('are dead after two questions when they are stopped and hear nothing', async () => {
    beating.delete('they')
    answer('they', 'never')
    const after = await until(() => !isAlive('they'), 3_000)
    expect(after).toBeGreaterThanOrEqual(900)
    expect(after).toBeLessThanOrEqual(1_200)
  })

  it('live when they are slow: a stall of 400 ms is no death, nor silence of the one who answers', async () => {
    beating.delete('they')
    answer('they', 'never')
    await pass(400)
    answer('they', 'at once')
    await pass(200)
    beating.add('they')
    await pass(1_000)
    beating.delete('they')
    await pass(5_000)
    expect(isAlive('they')).toBe(true)
  })

  it('are not judged while our bus is away, nor before it has been back for a second', async () => {
    connected = false
    tellConnection(false)
    beating.clear()
    answer('they', null)
    await pass(10_000)
    expect(isAlive('they')).toBe(true)
    connected = true
    tellConnection(true)
    beating.add('us')
    const after = await until(() => !isAlive('they'), 5_000)
    expect(after).toBeGreaterThanOrEqual(1_000)
    expect(after).toBeLessThanOrEqual(1_800)
  })

  it('are not judged while not even our own beats come back: a bus may hang without a word', async () => {
    beating.clear()
    answer('they', null)
    await pass(10_000)
    expect(isAlive('they')).toBe(true)
  })

  it('are not judged by what we missed while we were frozen ourselves', async () => {
    answer('they', null)
    await clock.advance(5_000)
    members.check()
    await clock.advance(0)
    expect(isAlive('they')).toBe(true)
    await pass(900)
    expect(isAlive('they')).toBe(true)
  })

  it('tell how long we were frozen lately, and how long we worked in the meantime', async () => {
    expect(members.stoodStill().stoodStillMs).toBeLessThanOrEqual(checkMs)
    await clock.advance(900)
    for (const until = process.cpuUsage().user + 20_000; process.cpuUsage().user < until; );
    const now = members.stoodStill()
    expect(now.stoodStillMs).toBe(900)
    expect(now.workedMs).toBeGreaterThanOrEqual(20)
    members.check()
    await pass(9_000)
    expect(members.stoodStill().stoodStillMs).toBe(900)
    await pass(2_000)
    expect(members.stoodStill().stoodStillMs).toBeLessThanOrEqual(checkMs)
  })

  it('are judged again soon after our clock was set back', async () => {
    setBy = -3_600_000
    await pass(1_600)
    beating.delete('they')
    answer('they', null)
    expect(await until(() => !isAlive('they'), 3_000)).toBeLessThanOrEqual(700)
  })

  it('are as good as dead while they alone are cut off from the database, and live when they are not', async () => {
    cutOff.add('they')
    const since = clock.now()
    expect(await until(() => !isAlive('they'), 4_000)).toBeGreaterThanOrEqual(2_000)
    expect(members.diedAt('they')).toBeGreaterThanOrEqual(since)
    expect(members.diedAt('they')).toBeLessThanOrEqual(since + 200)
    await pass(5_000)
    expect(isAlive('they')).toBe(false)
    cutOff.delete('they')
    expect(await until(() => isAlive('they'), 400)).not.toBeNull()
  })

  it('live though we are the first to whom a database that was away answers', async () => {
    cutOff = new Set(['us', 'they'])
    await pass(10_000)
    cutOff.delete('us')
    await pass(1_800)
    expect(isAlive('they')).toBe(true)
    cutOff.delete('they')
    await pass(3_000)
    expect(isAlive('they')).toBe(true)
  })

  it('live again when they are heard again', async () => {
    beating.delete('they')
    answer('they', null)
    await until(() => !isAlive('they'), 3_000)
    beating.add('they')
    await pass(400)
    expect(isAlive('they')).toBe(true)
    expect(members.diedAt('they')).toBeNull()
  })
})
