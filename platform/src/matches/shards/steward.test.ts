import { bodyCode, type Envelope, ok, refuse } from '@minefall/shared/contracts'
import type { BusAnswer, NodeBeat } from '@minefall/shared/contracts/bus'
import { eventVersion } from '@minefall/shared/game'
import { inProcessBus, silentLogger } from '@minefall/shared/node'
import { manualClock, seededHex, seededRandom } from '@minefall/shared/testing'
import { expect, it, onTestFinished } from 'vitest'
import type { Database, Sql } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { defaultMatchSettings } from '../../testing-settings.ts'
import { startHost } from '../start.ts'
import { keyRing, testSigners } from '../testing.ts'
import { takeWithinMs } from './hand-over.ts'

const stepMs = 100
/** Under which epoch the other node has its shards. */
const epoch = 5

/** A database that can be away, and that can be slow to give shards or lose its answer to who takes some. */
const withTrouble = (db: Database) => {
  const trouble = { isAway: false, slow: null as Promise<void> | null, losesAnswer: false }
  const query: Sql['query'] = async (text, values) => {
    const takes = text.includes('insert into shard_lease')
    if (trouble.isAway) throw new Error('Connection terminated unexpectedly')
    if (takes) await trouble.slow
    const result = await db.query<never>(text, values)
    if (takes && trouble.losesAnswer) {
      trouble.losesAnswer = false
      throw new Error('Connection terminated unexpectedly')
    }
    return result
  }
  return { trouble, db: { ...db, query, journal: { ...db.journal, query } } }
}

/**
 * One node, and another one as the test plays it: its beats, and how it answers. `newer` are the shards of a third one, which
 * reads the next version of events, `quiet` those of one that tells nothing and answers.
 */
const setNodes = async (
  real: Database,
  {
    shards,
    draining = false,
    newer = [],
    quiet = [],
  }: {
    shards: readonly number[]
    draining?: boolean
    newer?: readonly number[]
    quiet?: readonly number[]
  },
) => {
  const clock = manualClock(1_700_000_000_000)
  const log = silentLogger()
  const bus = inProcessBus({ log, clock })
  const { db, trouble } = withTrouble(real)
  await real.query(
    `insert into shard_lease (shard, node, epoch) select s, 'other', $2 from unnest($1::int[]) as s`,
    [[...shards, ...newer], epoch],
  )
  await real.query(
    `insert into shard_lease (shard, node, epoch) select s, 'quiet', $2 from unnest($1::int[]) as s`,
    [quiet, epoch],
  )
  const end = bus.respond('node.probe', async () => ok({ node: 'quiet', shards: [] }), { at: 'quiet' })
  const beat: NodeBeat = {
    node: 'other',
    at: clock.now(),
    reads: eventVersion,
    writes: eventVersion,
    draining,
    storage: true,
    shards: shards.map((shard) => [shard, epoch]),
  }
  const beats = new Map([['other', beat]])
  if (newer.length > 0)
    beats.set('newer', {
      ...beat,
      node: 'newer',
      reads: eventVersion + 1,
      shards: newer.map((shard) => [shard, epoch]),
    })
  bus.respond('node.probe', async () => refuse(bodyCode.unavailable, 'busy'), { at: 'other' })
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= stepMs) {
      await clock.advance(stepMs)
      if (clock.now() % (2 * stepMs) === 0)
        for (const [node, told] of beats) bus.publish('node.beat', node, { ...told })
      await real.query('select 1')
    }
  }
  const random = seededRandom(1)
  let replaced = 0
  const starting = startHost({
    db,
    bus,
    clock,
    log,
    random,
    randomBytes: (count) => Uint8Array.from(Buffer.from(seededHex(random, count), 'hex')),
    node: 'us',
    shared: true,
    replaced: () => {
      replaced += 1
    },
    sealKeys: keyRing('k1'),
    signers: testSigners,
    settings: defaultMatchSettings,
  })
  /** Time passes until it is done. */
  const passUntil = async (done: Promise<unknown>) => {
    let isDone = false
    const end = () => {
      isDone = true
    }
    done.then(end, end)
    while (!isDone) await pass(stepMs)
  }
  await passUntil(starting)
  const host = await starting
  onTestFinished(async () => {
    trouble.isAway = false
    beat.draining = true
    await passUntil(host.close())
  })
  return {
    host,
    beat,
    /** The quiet one is dead. */
    end,
    /** Someone else tells this besides. */
    tell: (told: Partial<NodeBeat> & { node: string }) => beats.set(told.node, { ...beat, ...told }),
    /** The other is dead. */
    silence: () => beats.delete('other'),
    trouble,
    pass,
    replaced: () => replaced,
    shards: () => host.world.shards.all().map(({ number }) => number),
    /** How the other answers when it is to take shards. */
    onTake: (answer: () => Promise<Envelope<BusAnswer<'shard.take'>>>) =>
      bus.respond('shard.take', answer, { at: 'other' }),
    /** The other gives a shard. */
    give: async (shard: number) => {
      const shards = [{ shard, epoch }]
      const given = { from: 'other', shards, stoodMs: 0, rematches: [] }
      return (await bus.request('shard.take', given, { at: 'us', timeoutMs: 60_000 })).code
    },
    ownerOf: async (shard: number) =>
      (await real.query('select node, epoch from shard_lease where shard = $1', [shard])).rows[0],
    /** Shards are given only after the answer was called. */
    slowDown: () => {
      let go = () => {}
      trouble.slow = new Promise((resolve) => {
        go = resolve
      })
      return () => {
        trouble.slow = null
        go()
      }
    },
  }
}

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, nth) => from + nth)
const busy = async () => refuse<null>(bodyCode.unavailable, 'busy')

describeDatabase('a node among others', (open) => {
  it('hears who else is there before it takes its share', async () => {
    const { shards } = await setNodes(await open(), { shards: [] })
    expect(shards()).toHaveLength(32)
  })

  it('offers ever more seldom what another does not take', async () => {
    const { beat, pass, onTake, shards } = await setNodes(await open(), { shards: [], draining: true })
    expect(shards()).toHaveLength(64)
    let asked = 0
    onTake(() => {
      asked += 1
      return busy()
    })
    beat.draining = false
    await pass(20_000)
    expect(shards()).toHaveLength(64)
    // At once, and 0.5, 1.5, 3.5, 7.5 and 15.5 s later.
    expect(asked).toBe(6)
  })

  it('leaves the shards of a dead node that wrote what it can’t read to those who can', async () => {
    const halves = { shards: numbers(0, 32), newer: numbers(32, 64) }
    const { beat, pass, shards, silence } = await setNodes(await open(), halves)
    beat.writes = eventVersion + 1
    await pass(1_500)
    silence()
    await pass(3_000)
    expect(shards()).toEqual([])
  })

  it('takes at once what a node had taken and told no one of when it died', async () => {
    const { beat, pass, shards, silence } = await setNodes(await open(), { shards: numbers(0, 32) })
    beat.shards = beat.shards.slice(4)
    await pass(2_000)
    expect(shards()).toEqual(numbers(32, 64))
    silence()
    // The database takes the time it takes.
    for (let passed = 0; shards().length < 64 && passed < 60_000; passed += stepMs) await pass(stepMs)
    expect(shards()).toEqual(numbers(0, 64))
  })

  it('takes nothing that it is asked to take later than its giver waits', async () => {
    const at = await setNodes(await open(), { shards: [0, 1], draining: true })
    const hurry = at.slowDown()
    const [first, second] = [at.give(0), at.give(1)]
    await at.pass(takeWithinMs)
    hurry()
    expect([await first, await second]).toEqual([200, bodyCode.shardMoved])
    expect([await at.ownerOf(0), await at.ownerOf(1)]).toMatchObject([{ node: 'us' }, { node: 'other' }])
  })

  it('says that it goes on with nothing when it stops while it takes a shard', async () => {
    const at = await setNodes(await open(), { shards: [0], draining: true })
    const hurry = at.slowDown()
    const given = at.give(0)
    await at.pass(stepMs)
    const closed = at.host.close()
    await at.pass(defaultMatchSettings.drainMs + 500)
    hurry()
    expect(await given).toBe(bodyCode.shardMoved)
    await at.pass(stepMs)
    await closed
  })

  it('takes nothing of a node that it never heard as long as that one answers, and all of it once it does not', async () => {
    const at = await setNodes(await open(), { shards: numbers(0, 32), quiet: numbers(32, 48) })
    await at.pass(4_000)
    expect(at.shards()).toEqual(numbers(48, 64))
    at.end()
    for (let passed = 0; at.shards().length < 32 && passed < 60_000; passed += stepMs) await at.pass(stepMs)
    expect(at.shards()).toEqual(numbers(32, 64))
    expect(await at.ownerOf(32)).toEqual({ node: 'us', epoch: BigInt(epoch + 1) })
  })

  it('goes on with what the database says is its own, as after an earlier life', async () => {
    const db = await open()
    await db.query(
      `insert into shard_lease (shard, node, epoch) select s, 'us', 7 from generate_series(40, 63) as s`,
    )
    const at = await setNodes(db, { shards: numbers(0, 40), draining: true })
    expect(at.shards()).toEqual(numbers(40, 64))
    expect(await at.ownerOf(63)).toEqual({ node: 'us', epoch: 8n })
  })

  it('leaves everything to a program that goes on under its name, as one that was started while it was frozen', async () => {
    const db = await open()
    const at = await setNodes(db, { shards: numbers(0, 32) })
    expect(at.shards()).toEqual(numbers(32, 64))
    await db.query(`update shard_lease set epoch = 2 where node = 'us' and epoch = 1`)
    at.tell({ node: 'us', shards: [[40, 2]] })
    for (let passed = 0; at.replaced() === 0 && passed < 60_000; passed += stepMs) await at.pass(stepMs)
    expect(at.replaced()).toBe(1)
    expect(at.shards()).toEqual([])
    expect(await at.ownerOf(40)).toEqual({ node: 'us', epoch: 2n })
  })

  it('goes on with what it took though the answer was lost', async () => {
    const at = await setNodes(await open(), { shards: numbers(0, 32) })
    await at.pass(2_000)
    at.trouble.losesAnswer = true
    at.silence()
    for (let passed = 0; at.shards().length < 64 && passed < 60_000; passed += stepMs) await at.pass(stepMs)
    expect(at.trouble.losesAnswer).toBe(false)
    expect(at.shards()).toEqual(numbers(0, 64))
    expect(at.replaced()).toBe(0)
  })

  it('stops in time though the database is away and no one knows whose its shards are', async () => {
    const at = await setNodes(await open(), { shards: numbers(0, 32) })
    expect(at.shards()).toEqual(numbers(32, 64))
    at.onTake(busy)
    at.trouble.isAway = true
    let isClosed = false
    void at.host.close().then(() => {
      isClosed = true
    })
    await at.pass(defaultMatchSettings.drainMs + 500)
    expect(isClosed).toBe(true)
  })
})
