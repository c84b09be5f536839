import type { BusEvent, BusEventName, BusRequest, BusRequestName } from '@minefall/shared/contracts'
import type { MatchId, MatchState } from '@minefall/shared/game'
import {
  type Bus,
  inProcessBus,
  ownerDirectory,
  refuseUnanswered,
  router,
  silentLogger,
} from '@minefall/shared/node'
import { type ManualClock, manualClock, seededHex, seededRandom } from '@minefall/shared/testing'
import { onTestFinished } from 'vitest'
import type { Database, Row, Sql } from '../db/index.ts'
import { defaultMatchSettings, type MatchSettings } from './settings.ts'
import { type Host, startHost } from './start.ts'
import { askOwners, type Ground, type Guest, guestOf, keyRing, makeGuest } from './testing.ts'

/**
 * For tests alone: several match hosts on one database and one bus, each with a clock, a line to the bus and a line to
 * the database of its own, which may be cut, stopped or killed; and a BFF's way to them.
 */
export type Cluster = Ground & {
  nodes: Map<string, TestNode>
  /** Starts a node; time passes meanwhile. */
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
  /** Cuts or mends everybody's line to the bus: the bus itself is away. */
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

type State = 'up' | 'frozen' | 'dead'

/** What a node's work waits at. */
const gateOf = () => {
  let state: State = 'up'
  let waiting: (() => void)[] = []
  return {
    state: () => state,
    set(next: State) {
      state = next
      if (next !== 'up') return
      const all = waiting
      waiting = []
      for (const go of all) go()
    },
    /** Runs at once, or when the node is up again. */
    run(work: () => void) {
      if (state === 'up') work()
      else if (state === 'frozen') waiting.push(work)
    },
    pass: () =>
      new Promise<void>((resolve) => {
        if (state === 'up') resolve()
        else if (state === 'frozen') waiting.push(resolve)
      }),
  }
}
type Gate = ReturnType<typeof gateOf>

/** What answers one request of a node, as long as the node can be reached. */
type Responder = { begin: () => () => void; stop: (() => void) | null }

const busLine = (bus: Bus, gate: Gate, publishedBy: (name: BusEventName, payload: unknown) => void) => {
  let cut = false
  const responders = new Set<Responder>()
  const listeners = new Set<(connected: boolean) => void>()
  const cutters = new Set<() => void>()
  const isUp = () => !cut && gate.state() !== 'dead'
  const arrange = () => {
    for (const responder of responders) {
      if (isUp()) responder.stop ??= responder.begin()
      else {
        responder.stop?.()
        responder.stop = null
      }
    }
  }
  const line: Bus = {
    request: <N extends BusRequestName>(...[name, payload, options]: Parameters<typeof bus.request<N>>) =>
      new Promise<Awaited<ReturnType<typeof bus.request<N>>>>((resolve) => {
        gate.run(() => {
          if (cut) return resolve(refuseUnanswered('the line is cut'))
          const giveUp = () => resolve(refuseUnanswered('the line was cut'))
          cutters.add(giveUp)
          void bus.request(name, payload, options).then((answer) => {
            if (cutters.delete(giveUp)) gate.run(() => resolve(answer))
          })
        })
      }),
    respond: <N extends BusRequestName>(...[name, handler, options]: Parameters<typeof bus.respond<N>>) => {
      const gated = (payload: BusRequest<N>) =>
        new Promise<Awaited<ReturnType<typeof handler>>>((resolve, reject) => {
          gate.run(() => {
            handler(payload).then((answer) => gate.run(() => resolve(answer)), reject)
          })
        })
      const responder: Responder = { begin: () => bus.respond(name, gated, options), stop: null }
      responders.add(responder)
      arrange()
      return () => {
        responder.stop?.()
        responders.delete(responder)
      }
    },
    publish(name, key, payload) {
      gate.run(() => {
        if (cut) return
        publishedBy(name, payload)
        bus.publish(name, key, payload)
      })
    },
    subscribe: <N extends BusEventName>(...[name, key, handler]: Parameters<typeof bus.subscribe<N>>) => {
      let over = false
      const stop = bus.subscribe(name, key, (payload: BusEvent<N>, from) => {
        if (!cut)
          gate.run(() => {
            if (!over) handler(payload, from)
          })
      })
      return () => {
        over = true
        stop()
      }
    },
    isConnected: isUp,
    onConnection(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: async () => {},
  }
  return {
    line,
    arrange,
    cut(next: boolean) {
      if (cut === next) return
      cut = next
      arrange()
      if (cut) for (const giveUp of cutters) giveUp()
      cutters.clear()
      for (const listener of listeners) listener(!cut)
    },
  }
}

const lineLost = () => new Error('the line to the database is cut')

/** What the database is doing for anybody: time does not run on meanwhile, however slow the machine is. */
const databaseWork = () => {
  const underWay = new Set<Promise<unknown>>()
  return {
    async during<T>(work: Promise<T>): Promise<T> {
      underWay.add(work)
      try {
        return await work
      } finally {
        underWay.delete(work)
      }
    },
    /** Resolves when nothing has been asked of the database for a few turns of the event loop. */
    async done(): Promise<void> {
      for (let turns = 0; turns < 5; turns += 1) {
        while (underWay.size > 0) {
          turns = 0
          await Promise.allSettled(underWay)
        }
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
  }
}
type DatabaseWork = ReturnType<typeof databaseWork>

const databaseLine = (db: Database, gate: Gate, { during }: DatabaseWork) => {
  let cut = false
  const check = () => {
    if (cut) throw lineLost()
  }
  const sql = (through: Sql): Sql => ({
    async query<R extends Row = Row>(text: string, values?: readonly unknown[]) {
      await gate.pass()
      check()
      const answer = await during(through.query<R>(text, values))
      await gate.pass()
      check()
      return answer
    },
  })
  /** A session that dies is rolled back. */
  const inTransaction = (tx: Sql): Sql => ({
    query(text, values) {
      if (gate.state() === 'dead') throw new Error('the node is dead')
      check()
      return tx.query(text, values)
    },
  })
  const lane = (through: Database['journal']): Database['journal'] => ({
    ...sql(through),
    async transaction(run) {
      await gate.pass()
      check()
      try {
        return await during(through.transaction((tx) => run(inTransaction(tx))))
      } finally {
        await gate.pass()
      }
    },
  })
  const line: Database = { ...db, ...lane(db), journal: lane(db.journal) }
  return {
    line,
    cut(next: boolean) {
      cut = next
    },
  }
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
  const settings = { ...defaultMatchSettings, ...options.settings }
  const owners = ownerDirectory({ bus, clock })
  const routed = router({ bus, owners, clock })
  const edge = inProcessBus({ log, clock })
  askOwners(edge, routed.request)
  const nodes = new Map<string, TestNode & { gate: Gate; mayWait: () => boolean }>()
  const published: Cluster['published'] = []
  const alarms: Cluster['alarms'] = []
  const work = databaseWork()
  const noted = new Set<BusEventName>(eventNames)

  const running = () => [...nodes.values()].filter(({ gate }) => gate.state() === 'up')
  /** Whoever waits for a node that is stopped or cut off waits for the clock: then only the database is waited for. */
  const settle = async () => {
    const isFree = [...nodes.values()].every(({ gate, mayWait }) => gate.state() !== 'frozen' && !mayWait())
    if (isFree) await Promise.all(running().map(({ host }) => host.idle()))
    await work.done()
  }
  const step = async (ms: number) => {
    await clock.advance(ms)
    for (const node of running()) {
      // A node that stood still finds later how late it is.
      await node.clock.advance(clock.now() - node.clock.now())
    }
    await settle()
  }

  const bare = async (name: string): Promise<TestNode> => {
    const gate = gateOf()
    const wire = busLine(bus, gate, (event, payload) => {
      if (noted.has(event)) published.push({ node: name, name: event, payload })
    })
    const store = databaseLine(db, gate, work)
    const own = manualClock(clock.now())
    /** Until when somebody may wait before they try the database again. */
    let waitsUntil = 0
    const alarming = {
      ...log,
      error: (fields: object) => {
        if ('alarm' in fields) alarms.push({ node: name, alarm: fields.alarm })
      },
    }
    const starting = startHost({
      db: store.line,
      bus: wire.line,
      clock: own,
      log: alarming,
      randomBytes,
      random,
      node: name,
      shared: true,
      sealKeys: keyRing('k1'),
      settings,
    })
    /** Whoever asked this node for something before asks again within so long, in milliseconds. */
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
      isOver = true
    }
    starting.then(over, over)
    for (let passed = 0; !isOver && passed < 10_000; passed += stepMs) {
      await clock.advance(stepMs)
      await own.advance(clock.now() - own.now())
      await work.done()
      await settle()
    }
    const host = await starting
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
      if (!found) throw new Error(`nobody has match ${id}`)
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
