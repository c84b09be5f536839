/** A place in line: `turn` resolves with what to call when done, or with null when the place was given up. */
export type Place = { turn: Promise<(() => void) | null>; giveUp(): void }

export type Turnstile = {
  /** Joins the line of `key`, first come first served; null when it is as long as it may be. */
  join(key: string): Place | null
}

type Line = { inside: number; waiting: Set<() => void> }

/** Lets `atOnce` of each key through at a time and keeps at most `longest` waiting, so that no crowd delays another. */
export const turnstile = ({ atOnce, longest }: { atOnce: number; longest: number }): Turnstile => {
  const lines = new Map<string, Line>()

  const leaving = (key: string, line: Line) => {
    let inside = true
    line.inside += 1
    return () => {
      if (!inside) return
      inside = false
      line.inside -= 1
      const [next] = line.waiting
      if (next) next()
      else if (line.inside === 0) lines.delete(key)
    }
  }

  return {
    join(key) {
      const line = lines.get(key) ?? { inside: 0, waiting: new Set() }
      lines.set(key, line)
      if (line.inside < atOnce) return { turn: Promise.resolve(leaving(key, line)), giveUp: () => {} }
      if (line.waiting.size >= longest) return null
      let giveUp = () => {}
      const turn = new Promise<(() => void) | null>((resolve) => {
        const enter = () => {
          line.waiting.delete(enter)
          resolve(leaving(key, line))
        }
        giveUp = () => {
          line.waiting.delete(enter)
          resolve(null)
        }
        line.waiting.add(enter)
      })
      return { turn, giveUp }
    },
  }
}
