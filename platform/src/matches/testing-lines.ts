import type { BusEvent, BusEventName, BusRequestName } from '@minefall/shared/contracts/bus'
import { type Bus, busOver, refuseUnanswered } from '@minefall/shared/node'
import type { Database, Row, Sql } from '../db/index.ts'

// For tests alone: the ways of a node to the bus and to the database, which may be cut, and stop and die with the node.

type State = 'up' | 'frozen' | 'dead'

/** What a node's work waits at. */
export const gateOf = () => {
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
export type Gate = ReturnType<typeof gateOf>

/** What answers one request of a node, as long as the node can be reached. */
type Responder = { begin: () => () => void; stop: (() => void) | null }

export const busLine = (
  bus: Bus,
  gate: Gate,
  publishedBy: (name: BusEventName, payload: unknown) => void,
) => {
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
  const line = busOver({
    ask: <N extends BusRequestName>(...[name, payload, reply, options]: Parameters<typeof bus.ask<N>>) =>
      gate.run(() => {
        const giveUp = () => queueMicrotask(() => reply(refuseUnanswered('the line is cut')))
        if (cut) return giveUp()
        cutters.add(giveUp)
        bus.ask(
          name,
          payload,
          (answer) => {
            if (cutters.delete(giveUp)) gate.run(() => reply(answer))
          },
          options,
        )
      }),
    answer: <N extends BusRequestName>(...[name, handler, options]: Parameters<typeof bus.answer<N>>) => {
      const gated: typeof handler = (payload, reply) =>
        new Promise((resolve, reject) => {
          gate.run(() => {
            const run = async () => handler(payload, (answer) => gate.run(() => reply(answer)))
            run().then(resolve, reject)
          })
        })
      const responder: Responder = { begin: () => bus.answer(name, gated, options), stop: null }
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
  })
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

/** What the database is doing for anyone: time does not run on in the meantime, however slow the machine is. */
export const databaseWork = () => {
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

export const databaseLine = (db: Database, gate: Gate, { during }: DatabaseWork) => {
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
