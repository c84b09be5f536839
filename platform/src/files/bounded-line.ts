import { Busy } from '../http/index.ts'

/** Runs a task when all that came before have ended. Rejects with the task's own error, or with {@link Busy}. */
export type Line = <T>(task: () => Promise<T>) => Promise<T>

/** A line in which one task runs and at most `waiting` more wait; whoever comes then is turned away. */
export const boundedLine = (waiting: number): Line => {
  let inLine = 0
  let last: Promise<unknown> = Promise.resolve()
  return async (task) => {
    if (inLine > waiting) throw new Busy('too many wait in this line')
    inLine++
    const mine = last.then(task).finally(() => {
      inLine--
    })
    last = mine.catch(() => {})
    return mine
  }
}
