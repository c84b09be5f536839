import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from './testing-ports.ts'
import { findProgram } from './testing-programs.ts'

/** A nats-server of a test, on this machine alone. It ends with the process that started it. */
export type TestNats = {
  /** `nats://127.0.0.1:port`, with the credentials it was started with. */
  readonly url: string
  readonly port: number
  /** Of the process that runs now or ran last. */
  readonly pid: number
  /** SIGKILL; resolves when it is dead. */
  kill(): Promise<void>
  /** SIGTERM; resolves when it has ended. */
  stop(): Promise<void>
  /** Starts it again on its port; resolves when it takes connections. */
  start(): Promise<void>
  /** SIGSTOP: it keeps its connections and says nothing. */
  pause(): void
  resume(): void
  /** Ends it permanently, whatever state it is in. */
  remove(): Promise<void>
}

export type TestNatsOptions = {
  user?: string
  pass?: string
  token?: string
  /** A file of its configuration; where it listens for clients is given here all the same. */
  configuration?: string
}

/** Ends the server when our process is gone, however that ended: the shell's input closes then. */
const endWithUs = (server: ChildProcess) => {
  const keeper = spawn('/bin/sh', ['-c', 'read -r _; kill -s KILL "$0"', String(server.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  keeper.unref()
  server.on('exit', () => keeper.kill('SIGKILL'))
}

/** Starts the server; null when its port is taken. */
const launch = async (
  port: number,
  { user, pass, token, configuration }: TestNatsOptions,
): Promise<ChildProcess | null> => {
  const credentials = [
    ...(user === undefined ? [] : ['--user', user]),
    ...(pass === undefined ? [] : ['--pass', pass]),
    ...(token === undefined ? [] : ['--auth', token]),
    ...(configuration === undefined ? [] : ['-c', configuration]),
  ]
  const child = spawn(findProgram('nats-server'), ['-a', '127.0.0.1', '-p', String(port), ...credentials], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (child.pid !== undefined) endWithUs(child)
  let said = ''
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    // When all that it said is read, too: its end may be known before that.
    child.on('close', () => {
      if (said.includes('address already in use')) resolve(null)
      else reject(new Error(`nats-server ended:\n${said}`))
    })
    child.stderr?.on('data', (text) => {
      said += text
      if (said.includes('Server is ready')) resolve(child)
    })
  })
}

/** Starts a nats-server on a free port. */
export const startNats = async (options: TestNatsOptions = {}): Promise<TestNats> => {
  let port = await freePort()
  let child = await launch(port, options)
  while (!child) {
    port = await freePort()
    child = await launch(port, options)
  }
  let running = child
  const end = async (signal: NodeJS.Signals) => {
    if (running.exitCode !== null || running.signalCode !== null) return
    const ended = once(running, 'exit')
    running.kill(signal)
    await ended
  }
  const { user, pass, token } = options
  const credentials = [token ?? user, pass]
    .filter((part) => part !== undefined)
    .map(encodeURIComponent)
    .join(':')
  return {
    url: `nats://${credentials === '' ? '' : `${credentials}@`}127.0.0.1:${port}`,
    port,
    get pid() {
      return running.pid ?? 0
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    start: async () => {
      const again = await launch(port, options)
      if (!again) throw new Error(`port ${port} was taken while nats-server was down`)
      running = again
    },
    pause: () => void running.kill('SIGSTOP'),
    resume: () => void running.kill('SIGCONT'),
    remove: () => end('SIGKILL'),
  }
}
