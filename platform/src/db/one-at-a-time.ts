import type { Engine } from './engine.ts'
import type { TakeSession } from './lane.ts'

/** Waiting tasks, one line per lane. */
type Lines = { journal: TakeSession; others: TakeSession }

/**
 * Gives out the one session: first come, first served within a lane, and the two lanes in turn, so a move waits for
 * at most one other statement.
 */
export const oneAtATime = (engine: Pick<Engine, 'client'>, lostReason: () => Error | undefined): Lines => {
  const waiting = { journal: [] as (() => void)[], others: [] as (() => void)[] }
  let taken = false
  let last: keyof Lines = 'others'

  const free = () => {
    const first = last === 'others' ? 'journal' : 'others'
    const line = waiting[first].length > 0 ? first : last
    const next = waiting[line].shift()
    taken = next !== undefined
    last = line
    next?.()
  }
  const takeFrom = (line: keyof Lines): TakeSession => {
    return async () => {
      if (taken) await new Promise<void>((resolve) => waiting[line].push(resolve))
      else {
        taken = true
        last = line
      }
      const reason = lostReason()
      if (reason) {
        free()
        throw reason
      }
      return { client: engine.client, release: free }
    }
  }
  return { journal: takeFrom('journal'), others: takeFrom('others') }
}
