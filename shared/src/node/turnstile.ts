/** Something that may close before its turn. */
type Closing = {
  once(event: 'close', gone: () => void): unknown
  removeListener(event: 'close', gone: () => void): unknown
}
type Line = { inside: number; readonly waiting: Set<(isTurn: boolean) => void> }

/**
 * The one kind of queue: lets `atOnce` of each key through at a time, first come first served, so that no crowd
 * delays others. Resolves with the result of what it is given; with null where the line of `key` is `longest`
 * already, or `whose` closes before its turn.
 */
export function turnstile<K>(limits: {
  atOnce: number
  longest: number
}): <T>(key: K, run: () => Promise<T>, whose?: Closing) => Promise<T | null>
export function turnstile<K>(limits: { atOnce: number }): <T>(key: K, run: () => Promise<T>) => Promise<T>
export function turnstile<K>({
  atOnce,
  longest = Number.POSITIVE_INFINITY,
}: {
  atOnce: number
  longest?: number
}): <T>(key: K, run: () => Promise<T>, whose?: Closing) => Promise<T | null> {
  const lines = new Map<K, Line>()

  const turnIn = ({ waiting }: Line, whose: Closing | undefined) =>
    new Promise<boolean>((resolve) => {
      const leave = (isTurn: boolean) => {
        waiting.delete(leave)
        whose?.removeListener('close', giveUp)
        resolve(isTurn)
      }
      const giveUp = () => leave(false)
      waiting.add(leave)
      whose?.once('close', giveUp)
    })

  return async <T>(key: K, run: () => Promise<T>, whose?: Closing): Promise<T | null> => {
    const line = lines.get(key) ?? { inside: 0, waiting: new Set() }
    lines.set(key, line)
    if (line.inside < atOnce) line.inside += 1
    else if (line.waiting.size >= longest || !(await turnIn(line, whose))) return null
    try {
      return await run()
    } finally {
      const [next] = line.waiting
      if (next) next(true)
      else line.inside -= 1
      if (line.inside === 0) lines.delete(key)
    }
  }
}
