/** Runs a task in one of so many places, waiting in line until one is free. The answer is the task's own. */
export type Slots = <T>(task: () => Promise<T>) => Promise<T>

export const slots = (count: number): Slots => {
  let free = count
  const waiting: (() => void)[] = []
  return async (task) => {
    if (free > 0) free -= 1
    else await new Promise<void>((go) => waiting.push(go))
    try {
      return await task()
    } finally {
      // A place that is handed on was never free, so that nobody who comes now is before those that wait.
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
