import type { Engine } from './engine.ts'
import type { TakeSession } from './lane.ts'

/** What waits for the one session, each in its own line. */
type Lines = { journal: TakeSession; others: TakeSession }

/**
 * Gives the one session to one at a time: within a line first come, first served, and the two lines in turn, so that
 * a match's move waits for one of the others at most, however many there are, and they for one move.
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
