import { Busy } from '../http/index.ts'
import { inTurn } from '../jobs/in-turn.ts'

/** Runs a task when all that came before have ended. Rejects with the task's own error, or with {@link Busy}. */
export type Line = <T>(task: () => Promise<T>) => Promise<T>

/** A line in which one task runs and at most `waiting` more wait; whoever comes then is turned away. */
export const boundedLine = (waiting: number): Line => {
  const turns = inTurn()
  let inLine = 0
  return async (task) => {
    if (inLine > waiting) throw new Busy('too many wait in this line')
    inLine++
    try {
      return await turns.run(task)
    } finally {
      inLine--
    }
  }
}
