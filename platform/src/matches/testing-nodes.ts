import type { BusEventName } from '@minefall/shared/contracts/bus'
import type { MatchId, MatchState } from '@minefall/shared/game'
import { inProcessBus, ownerDirectory, router, silentLogger } from '@minefall/shared/node'
import { type ManualClock, manualClock, seededHex, seededRandom } from '@minefall/shared/testing'
import { onTestFinished } from 'vitest'
import type { Database } from '../db/index.ts'
import { defaultMatchSettings } from '../testing-settings.ts'
import type { MatchSettings } from './settings.ts'
import { type Host, startHost } from './start.ts'
import { askOwners, type Ground, type Guest, guestOf, keyRing, makeGuest, testSigners } from './testing.ts'
import { busLine, databaseLine, databaseWork, type Gate, gateOf } from './testing-lines.ts'

/**
 * For tests alone: several match hosts on one database and one bus, each with a clock, a line to the bus and a line to
 * the database, which may be cut, stopped or killed; and a BFF's way to them.
 */
export type Cluster = Ground & {
  nodes: Map<string, TestNode>
  /** Starts a node; time passes in the meantime. */
  start(name: string): Promise<TestNode>
  /** Starts several at the same time. */
  startAll(...names: string[]): Promise<TestNode[]>
  node(name: string): TestNode
  guest(): Promise<Guest>
  /** The node that has the match in memory and may decide for it. */
  ownerOf(id: MatchId): TestNode
  match(id: MatchId): MatchState
  /** Lets time pass until it is so; throws after `withinMs` of it. The answer is how long it took. */
  until(isSo: () => boolean, withinMs?: number): Promise<number>
  /** Everything published by nodes, in order. */
  published: { node: string; name: BusEventName; payload: unknown }[]
  /** Cuts or mends everyone's line to the bus: the bus itself is away. */
  cutBus(cut: boolean): Promise<void>
  /** What was logged with an alarm, by node. */
  alarms: { node: string; alarm: unknown }[]
}

export type TestNode = {
  name: string
  host: Host
  clock: ManualClock
  /** As by SIGKILL: whatever it sent may still arrive, nothing of it goes on. */
  kill(): void
  /** As by SIGSTOP and SIGCONT: it does nothing, and what comes for it waits. */
  freeze(): void
  thaw(): void
  cutBus(cut: boolean): void
  cutDatabase(cut: boolean): void
  shards(): number[]
  /** Neither killed nor stopped. */
  isUp(): boolean
}

const eventNames = [
  'match.events',
  'match.presence',
  'match.rematch',
  'player.seated',
  'node.beat',
] as const satisfies readonly BusEventName[]

const stepMs = 50

/** Sets a cluster without nodes. */
export const setCluster = (
  db: Database,
  options: { seed?: number; settings?: Partial<MatchSettings> } = {},
): Cluster => {
  const startAt = 1_700_000_000_000
  const clock = manualClock(startAt)
  const random = seededRandom(options.seed ?? 1)
  const log = silentLogger()
  const bus = inProcessBus({ log, clock })
  const randomBytes = (count: number) => Uint8Array.from(Buffer.from(seededHex(random, count), 'hex'))
  const settings = { ...defaultMatchSettings, privateProofMs: 0, ...options.settings }
  const owners = ownerDirectory({ bus, clock })
  const routed = router({ bus, owners, clock })
  const edge = inProcessBus({ log, clock })
  askOwners(edge, routed.request)
  const nodes = new Map<string, TestNode & { gate: Gate; mayWait: () => boolean }>()
  const published: Cluster['published'] = []
  const alarms: Cluster['alarms'] = []
  const work = databaseWork()
  const noted = new Set<BusEventName>(eventNames)
  /** Clocks of nodes that have not started yet. */
  const starting = new Set<ManualClock>()

  const running = () => [...nodes.values()].filter(({ gate }) => gate.state() === 'up')
  /** Anyone who waits for a node that is stopped or cut off waits for the clock: then only the database is waited for. */
  const settle = async () => {
    const isFree = [...nodes.values()].every(({ gate, mayWait }) => gate.state() !== 'frozen' && !mayWait())
    if (isFree) await Promise.all(running().map(({ host }) => host.idle()))
    await work.done()
  }
  const stepOnce = async (ms: number) => {
    await clock.advance(ms)
    // A node that froze finds later how late it is.
    for (const own of [...starting, ...running().map((node) => node.clock)])
      await own.advance(clock.now() - own.now())
    await settle()
  }
  /** Nodes that start together take turns. */
  let stepped = Promise.resolve()
  const step = (ms: number) => {
    stepped = stepped.then(() => stepOnce(ms))
    return stepped
  }

  const bare = async (name: string): Promise<TestNode> => {
    const gate = gateOf()
    const wire = busLine(bus, gate, (event, payload) => {
      if (noted.has(event)) published.push({ node: name, name: event, payload })
    })
    const store = databaseLine(db, gate, work)
    const own = manualClock(clock.now())
    /** Until when someone may wait before they try the database again. */
    let waitsUntil = 0
    const alarming = {
      ...log,
      error: (fields: object) => {
        if ('alarm' in fields) alarms.push({ node: name, alarm: fields.alarm })
      },
    }
    starting.add(own)
    const started = startHost({
      db: store.line,
      bus: wire.line,
      clock: own,
      log: alarming,
      randomBytes,
      random,
      node: name,
      shared: true,
      sealKeys: keyRing('k1'),
      signers: testSigners,
      settings,
    })
    /** Anyone who asked this node for something before asks again within so long, in milliseconds. */
    const askedAgainMs = 6_000
    const disturb = () => {
      waitsUntil = Math.max(waitsUntil, clock.now() + askedAgainMs)
    }
    const entry = {
      name,
      clock: own,
      gate,
      mayWait: () => clock.now() < waitsUntil,
      kill() {
        disturb()
        gate.set('dead')
        wire.arrange()
      },
      freeze: () => gate.set('frozen'),
      thaw() {
        disturb()
        gate.set('up')
      },
      cutBus(cut: boolean) {
        disturb()
        wire.cut(cut)
      },
      cutDatabase(cut: boolean) {
        waitsUntil = cut ? Number.POSITIVE_INFINITY : clock.now() + 2 * settings.retryMs[1]
        store.cut(cut)
      },
    }
    let isOver = false
    const over = () => {
      starting.delete(own)
      isOver = true
    }
    started.then(over, over)
    // Everyone’s time passes: a clock that caught up afterwards would make a slow commit of each that is under way.
    for (let passed = 0; !isOver && passed < 10_000; passed += stepMs) await step(stepMs)
    const host = await started
    const node = {
      ...entry,
      host,
      isUp: () => gate.state() === 'up',
      shards: () => host.world.shards.all().map(({ number }) => number),
    }
    nodes.set(name, node)
    return node
  }

  const cluster: Cluster = {
    db,
    clock,
    random,
    nodes,
    published,
    alarms,
    host: { idle: settle },
    bus: edge,
    async pass(ms) {
      for (let left = ms; left > 0; left -= stepMs) await step(Math.min(stepMs, left))
    },
    start: bare,
    startAll: (...names) => Promise.all(names.map(bare)),
    node(name) {
      const found = nodes.get(name)
      if (!found) throw new Error(`there is no node ${name}`)
      return found
    },
    guest: async () => guestOf(cluster, await makeGuest(cluster)),
    ownerOf(id) {
      const found = running().find(({ host }) => {
        const match = host.world.matches.get(id)
        return match && !match.dropped && match.shard.held
      })
      if (!found) throw new Error(`no one has match ${id}`)
      return found
    },
    match(id) {
      const found = cluster.ownerOf(id).host.world.matches.get(id)
      if (!found) throw new Error(`match ${id} is not live`)
      return found.record.state
    },
    async until(isSo, withinMs = 20_000) {
      const began = clock.now()
      while (!isSo()) {
        if (clock.now() - began > withinMs) throw new Error(`it was not so within ${withinMs} ms`)
        await step(stepMs)
      }
      return clock.now() - began
    },
    async cutBus(cut) {
      for (const node of nodes.values()) node.cutBus(cut)
    },
  }
  onTestFinished(async () => {
    for (const node of nodes.values()) {
      if (node.gate.state() === 'dead') continue
      node.thaw()
      node.cutBus(true)
      node.cutDatabase(false)
      await node.host.close()
    }
  })
  return cluster
}
