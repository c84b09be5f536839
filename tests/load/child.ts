import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Memory, Pauses, ProbeAnswer, ProbeRequest, Stalls } from './probe.ts'
import { nodeFlags, programs } from './repository.ts'

/** A server that runs for the load, with the probe inside. */
export type Child = {
  pid: number
  url: string
  memory(): Promise<Memory>
  /** Of its garbage collector, since this was last asked. */
  pauses(): Promise<Pauses>
  /** Since this was last asked; they are watched from the first time on. */
  stalls(): Promise<Stalls>
  startProfile(): Promise<void>
  /** Writes what was sampled since. */
  endProfile(file: string): Promise<void>
  /** SIGTERM; resolves when it is gone, with its exit code. */
  stop(): Promise<number | null>
}

const ended = async (child: ChildProcess): Promise<number | null> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

/** Starts a compiled program; resolves with the address that it prints when it is up. */
export const startChild = async (
  program: string,
  settings: Record<string, string>,
  args: readonly string[] = [],
): Promise<Child> => {
  const child = spawn(process.execPath, [...nodeFlags, '--import', programs.probe, program, ...args], {
    // Figures are of one thread on any machine, unless EDGE_THREADS says otherwise.
    env: { EDGE_THREADS: '0', ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  // Before anything else that happens at the exit, such as the removal of its data.
  process.prependOnceListener('exit', () => child.kill('SIGKILL'))
  let said = ''
  const address = new Promise<string>((resolve, reject) => {
    const read = (text: unknown) => {
      if (said.length < 100_000) said += String(text)
      const [found] = /http:\/\/\S+/.exec(said) ?? []
      if (found !== undefined && said.includes(`${found}\n`)) resolve(found)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code) => reject(new Error(`${program} ended with code ${code}:\n${said}`)))
  })
  const ask = async (request: ProbeRequest): Promise<ProbeAnswer> => {
    const answer = once(child, 'message')
    child.send(request)
    const [result] = await answer
    return result
  }
  const found = new URL(await address)
  return {
    pid: child.pid ?? -1,
    url: `http://127.0.0.1:${found.port}`,
    async memory() {
      const memory = await ask({ ask: 'memory' })
      if (!memory || !('heap' in memory)) throw new Error('the probe told no memory')
      return memory
    },
    async pauses() {
      const pauses = await ask({ ask: 'pauses' })
      if (!Array.isArray(pauses)) throw new Error('the probe told no pauses')
      return pauses
    },
    async stalls() {
      const stalls = await ask({ ask: 'stalls' })
      if (!stalls || !('collector' in stalls)) throw new Error('the probe told no stalls')
      return stalls
    },
    startProfile: async () => void (await ask({ ask: 'profile' })),
    endProfile: async (file) => void (await ask({ ask: 'profiled', file })),
    stop() {
      child.kill('SIGTERM')
      return ended(child)
    },
  }
}
