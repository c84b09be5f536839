import { connect, createServer, type Socket } from 'node:net'
import { type Asked, readAnswers, readAsked } from './postgres-wire.ts'
import { isJournalSession } from './statements.ts'

/** One connection to PostgreSQL. */
export type Session = {
  /** The node whose it is. */
  node: string
  /** One of the match host's own, with their short timeouts. */
  journal: boolean
}

/** A statement on its way to the server, or its answer on the way back. */
export type Passage = { session: Session; statement: Asked; way: 'there' | 'back'; bytes: Buffer }

/** Lets a passage through, cuts its connection instead, or does both; while it has not resolved the passage waits. */
export type Gate = (passage: Passage) => Verdict | Promise<Verdict>
export type Verdict = 'pass' | 'cut' | 'pass and cut'

/** What a disaster does to connections. */
export type Harm = {
  /** What stands at the gate; everything passes without one. */
  guard(gate: Gate | null): void
  /** Cuts every connection and refuses new ones, as when the server or the network to it is gone. */
  cut(): void
  restore(): void
}

export type PostgresRelay = Harm & {
  port: number
  close(): Promise<void>
}

/** The relays of several nodes as one. */
export const allOf = (relays: readonly PostgresRelay[]): Harm => ({
  guard: (gate) => {
    for (const relay of relays) relay.guard(gate)
  },
  cut: () => {
    for (const relay of relays) relay.cut()
  },
  restore: () => {
    for (const relay of relays) relay.restore()
  },
})

/** Runs one after another; a failure is the caller's to see and stops what comes after it. */
const inOrder = () => {
  let last: Promise<void> = Promise.resolve()
  return (run: () => Promise<void>) => {
    last = last.then(run)
    return last
  }
}

/** A TCP relay of one node in front of a PostgreSQL server that listens on the socket `server`. It reads along. */
export const postgresRelay = async (server: string, node: string): Promise<PostgresRelay> => {
  const open = new Set<() => void>()
  let gate: Gate | null = null
  let up = true

  const relay = createServer({ noDelay: true }, (inner) => {
    if (!up) {
      inner.destroy()
      return
    }
    const outer = connect(server)
    const session: Session = { node, journal: false }
    const asked = readAsked()
    const answers = readAnswers()
    /** Statements whose answer has not come yet, the oldest first; the startup counts as one. */
    const waiting: Asked[] = []
    const there = inOrder()
    const back = inOrder()
    let ended = false
    let started = false

    const end = () => {
      ended = true
      open.delete(end)
      inner.destroy()
      outer.destroy()
    }
    open.add(end)

    const pass = async (statement: Asked | undefined, way: Passage['way'], to: Socket, bytes: Buffer) => {
      const verdict = statement?.sql && gate ? await gate({ session, statement, way, bytes }) : 'pass'
      if (verdict === 'cut') end()
      if (!ended) to.write(bytes)
      // The server reads what was sent to it to the end, and finds no one there to answer to.
      if (verdict === 'pass and cut') {
        inner.destroy()
        to.end()
      }
    }

    inner.on('data', (chunk) => {
      for (const statement of asked(chunk)) {
        if (!started) session.journal = isJournalSession(statement)
        started = true
        void there(async () => {
          waiting.push(statement)
          await pass(statement, 'there', outer, statement.bytes)
        })
      }
    })
    outer.on('data', (chunk) => {
      for (const { complete, bytes } of answers(chunk)) {
        void back(async () => {
          const statement = complete ? waiting.shift() : undefined
          await pass(statement, 'back', inner, bytes)
        })
      }
    })
    // What the server said before it closed the connection still goes through.
    outer.on('end', () => void back(async () => end()))
    for (const socket of [inner, outer]) socket.on('error', () => undefined)
    inner.on('close', () => outer.end())
    outer.on('close', () => void back(async () => end()))
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  const address = relay.address()
  if (!address || typeof address === 'string') throw new Error('the relay has no port')

  const drop = () => {
    for (const end of [...open]) end()
  }
  return {
    port: address.port,
    guard(next) {
      gate = next
    },
    cut() {
      up = false
      drop()
    },
    restore() {
      up = true
    },
    close: () => {
      drop()
      return new Promise((resolve) => relay.close(() => resolve()))
    },
  }
}
