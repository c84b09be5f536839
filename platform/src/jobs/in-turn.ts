import { currentOrigin, within } from '@minefall/shared/node'

/** Runs tasks strictly one after another, each within the request and trace that it is of. */
export type InTurn = {
  /** `first` puts the task before all that wait. The answer is the task's own result or rejection. */
  run<T>(task: () => Promise<T>, options?: { first?: boolean }): Promise<T>
  /** Takes the turn at once, which `release` gives back. False where something runs. */
  take(): boolean
  release(): void
  /** Resolves when nothing runs or waits. */
  idle(): Promise<void>
}

export const inTurn = (): InTurn => {
  const waiting: (() => Promise<void>)[] = []
  let idlers: (() => void)[] = []
  let running = false

  const release = () => {
    const next = waiting.shift()
    if (next) {
      void next().then(release)
      return
    }
    running = false
    if (idlers.length === 0) return
    const told = idlers
    idlers = []
    for (const tell of told) tell()
  }
  const take = () => {
    if (running) return false
    running = true
    return true
  }

  return {
    run: (task, options) =>
      new Promise((resolve, reject) => {
        const origin = currentOrigin()
        const step = () => within(origin, () => task().then(resolve, reject))
        if (options?.first) waiting.unshift(step)
        else waiting.push(step)
        if (take()) release()
      }),
    take,
    release,
    idle: () => (running ? new Promise((resolve) => idlers.push(resolve)) : Promise.resolve()),
  }
}
