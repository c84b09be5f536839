import type { Outbox } from './outbox.ts'

/** Between two looks at the queues that were not empty, in milliseconds. */
export const queueCheckMs = 100

type Reader = { outbox: Pick<Outbox, 'queued'>; closing: boolean }

/** What the kernel has not taken of what was sent to connections, in bytes. */
export type Queues = { inAll: number; longest: number }

export type SlowReaders<C> = {
  /** The kernel did not take all that was sent to it. */
  note(connection: C): void
  /** Looks at those noted, cuts off those whose queue has grown too long, and forgets those that have read all. */
  look(): Queues
}

/** The connections that read more slowly than they are sent to: few of thousands, so only they are looked at. */
export const slowReaders = <C extends Reader>(
  hardBytes: number,
  cut: (connection: C) => void,
): SlowReaders<C> => {
  const noted = new Set<C>()
  return {
    note: (connection) => void noted.add(connection),
    look() {
      const queues = { inAll: 0, longest: 0 }
      for (const connection of noted) {
        const queued = connection.outbox.queued()
        if (queued > hardBytes) cut(connection)
        if (queued === 0 || connection.closing) {
          noted.delete(connection)
          continue
        }
        queues.inAll += queued
        queues.longest = Math.max(queues.longest, queued)
      }
      return queues
    },
  }
}
