import { setImmediate as turn } from 'node:timers/promises'

/** Virtual time: what is due runs in order, and nothing waits for a real second. For tests alone. */
export type Timeline = {
  /** Milliseconds since 1970, of virtual time. */
  now(): number
  /** Runs once after `ms` of virtual time; nothing else runs until what it answers with has settled. */
  after(ms: number, run: () => void | Promise<void>): () => void
  /** Resolves after `ms` of virtual time. */
  pause(ms: number): Promise<void>
  /** Runs one thing after another until `done`. Rejects when nothing is left to run before that. */
  runUntil(done: () => boolean): Promise<void>
}

type Due = { at: number; order: number; run: (() => void | Promise<void>) | null }

const isBefore = (a: Due, b: Due): boolean => a.at < b.at || (a.at === b.at && a.order < b.order)

/** A binary heap; what is due first is at index 0. */
const push = (heap: Due[], due: Due): void => {
  let index = heap.push(due) - 1
  while (index > 0) {
    const above = (index - 1) >> 1
    const parent = heap[above]
    if (!parent || !isBefore(due, parent)) break
    heap[index] = parent
    index = above
  }
  heap[index] = due
}

const pop = (heap: Due[]): Due | undefined => {
  const first = heap[0]
  const last = heap.pop()
  if (!last || heap.length === 0) return first
  let index = 0
  for (;;) {
    const left = heap[2 * index + 1]
    const right = heap[2 * index + 2]
    const least = right && left && isBefore(right, left) ? right : left
    if (!least || !isBefore(least, last)) break
    heap[index] = least
    index = least === right ? 2 * index + 2 : 2 * index + 1
  }
  heap[index] = last
  return first
}

/** Before it resolves every promise that can has. */
const tick = () => new Promise<void>((resolve) => process.nextTick(resolve))

/** So many things run before Node itself gets a turn, as for what was printed. */
const runsATurn = 2_000

/** Counts what is put off with `setImmediate` and has not run, until `end`: few things are, and a turn is dear. */
const countPutOff = () => {
  const real = globalThis.setImmediate
  let count = 0
  const counting = (run: (...args: unknown[]) => void, ...args: unknown[]) => {
    count += 1
    return real(() => {
      count -= 1
      run(...args)
    })
  }
  globalThis.setImmediate = Object.assign(counting, real)
  return {
    count: () => count,
    end: () => {
      globalThis.setImmediate = real
    },
  }
}

export const newTimeline = (start: number): Timeline => {
  let now = start
  let order = 0
  const heap: Due[] = []

  const after: Timeline['after'] = (ms, run) => {
    const due: Due = { at: now + Math.max(0, ms), order, run }
    order += 1
    push(heap, due)
    return () => {
      due.run = null
    }
  }

  return {
    now: () => Math.floor(now),
    after,
    pause: (ms) =>
      new Promise((resolve) => {
        after(ms, resolve)
      }),
    async runUntil(done) {
      const putOff = countPutOff()
      /** Lets every promise and everything put off come to its end. */
      const settle = async (): Promise<void> => {
        await tick()
        while (putOff.count() > 0) await turn()
      }
      try {
        await settle()
        for (let runs = 1; !done(); runs += 1) {
          const due = pop(heap)
          if (!due) throw new Error('nothing is left to run')
          if (!due.run) continue
          now = Math.max(now, due.at)
          const running = due.run()
          if (running) await running
          await settle()
          if (runs % runsATurn === 0) await turn()
        }
      } finally {
        putOff.end()
      }
    },
  }
}
