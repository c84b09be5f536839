/** A place in line: `turn` resolves with a function to call when done, or with null if the place was given up. */
export type Place = { turn: Promise<(() => void) | null>; giveUp(): void }

export type FairLine = {
  /** Joins the line for `key`; null when it is full. */
  join(key: string): Place | null
}

type Own = { inside: number; waiting: Set<() => void> }

export type FairLineOptions = {
  /** How many are let through at a time, of all keys together and of one. */
  inAll: number
  ofOne: number
  /** How many of one key may wait. */
  waitingOfOne: number
}

/**
 * Lets through first the keys with the fewest calls inside, and of equals the one that has waited longest, so a key
 * with one call is not held up by others with many.
 */
export const fairLine = ({ inAll, ofOne, waitingOfOne }: FairLineOptions): FairLine => {
  /** The key that was let in last stands last. */
  const keys = new Map<string, Own>()
  let inside = 0

  const next = (): [string, Own] | undefined => {
    let best: [string, Own] | undefined
    for (const [key, own] of keys) {
      if (own.waiting.size > 0 && own.inside < (best ? best[1].inside : ofOne)) best = [key, own]
    }
    return best
  }

  const letIn = () => {
    while (inside < inAll) {
      const [key, own] = next() ?? []
      const [enter] = own?.waiting ?? []
      if (key === undefined || !own || !enter) return
      keys.delete(key)
      keys.set(key, own)
      enter()
    }
  }

  return {
    join(key) {
      const own = keys.get(key) ?? { inside: 0, waiting: new Set() }
      if (own.waiting.size >= waitingOfOne) return null
      keys.set(key, own)
      const forget = () => {
        if (own.inside === 0 && own.waiting.size === 0) keys.delete(key)
      }
      let giveUp = () => {}
      const turn = new Promise<(() => void) | null>((resolve) => {
        const enter = () => {
          own.waiting.delete(enter)
          own.inside += 1
          inside += 1
          let left = false
          resolve(() => {
            if (left) return
            left = true
            own.inside -= 1
            inside -= 1
            forget()
            letIn()
          })
        }
        giveUp = () => {
          if (own.waiting.delete(enter)) forget()
          resolve(null)
        }
        own.waiting.add(enter)
      })
      letIn()
      return { turn, giveUp }
    },
  }
}
