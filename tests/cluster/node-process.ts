import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { endWithUs } from './keeper.ts'

/** One program of a cluster, which may be killed, stopped and started while the others run. */
export type NodeProcess = {
  name: string
  /** Where it answers; the same after every start. */
  url: string
  /** Of the process that runs. Throws while none does. */
  pid(): number
  /** Everything its starts have printed so far. */
  output(): string
  /** The file that this is in. */
  log: string
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>
  /** SIGSTOP: it stays there and does nothing until `resume`. */
  pause(): void
  resume(): void
  /** SIGTERM; resolves with the exit code when it is gone, null when a signal ended it. */
  stop(): Promise<number | null>
  /** Starts it on the same port and data and resolves when it is ready; rejects with its last words when it ended instead. */
  start(): Promise<void>
  /** Resolves once it may be sent work. */
  ready(): Promise<void>
  /** Whether it says that it may be sent work. */
  isReady(): Promise<boolean>
  /** Resolves when the process that runs now is gone, whatever ended it. */
  ended(): Promise<void>
}

export type NodeProcessOptions = {
  name: string
  url: string
  /** Where it says that it may be sent work. */
  readyUrl: string
  command: string
  /** Asked at each start. */
  args: () => readonly string[]
  env: NodeJS.ProcessEnv
  log: string
}

/** How long a node may take to be ready, in milliseconds: for machines many times slower than ours. */
const patienceMs = 120_000
const lastWords = 4_000

export const nodeProcess = (options: NodeProcessOptions): NodeProcess => {
  const { name, url, readyUrl, command, args, env, log } = options
  let child: ChildProcess | null = null

  const hasEnded = () => child === null || child.exitCode !== null || child.signalCode !== null
  const running = (): ChildProcess & { pid: number } => {
    if (child?.pid === undefined || hasEnded()) throw new Error(`${name} is not running`)
    return Object.assign(child, { pid: child.pid })
  }
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (child === null || hasEnded()) return null
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
    return child.exitCode
  }
  const output = () => readFileSync(log, 'utf8')

  const isReady = () =>
    fetch(readyUrl, { signal: AbortSignal.timeout(1_000) }).then(
      ({ ok }) => ok,
      () => false,
    )
  const ready = async () => {
    for (const since = performance.now(); performance.now() - since < patienceMs; ) {
      if (hasEnded()) throw new Error(`${name} has ended:\n${output().slice(-lastWords)}`)
      if (await isReady()) return
      await delay(20)
    }
    throw new Error(`${name} was not ready within ${patienceMs / 1_000} s:\n${output().slice(-lastWords)}`)
  }

  return {
    name,
    url,
    log,
    pid: () => running().pid,
    output,
    kill: async () => void (await end('SIGKILL')),
    pause: () => void running().kill('SIGSTOP'),
    resume: () => void running().kill('SIGCONT'),
    stop: () => end('SIGTERM'),
    async start() {
      if (!hasEnded()) throw new Error(`${name} is running already`)
      const file = openSync(log, 'a', 0o600)
      // In a separate process group: Ctrl+C in a terminal is for anyone who stops nodes in their order.
      child = spawn(command, args(), { env, stdio: ['ignore', file, file], detached: true })
      closeSync(file)
      endWithUs(child)
      await once(child, 'spawn')
      await ready()
    },
    ready,
    isReady,
    async ended() {
      if (child !== null && !hasEnded()) await once(child, 'exit')
    },
  }
}
