import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { MessageChannel, type MessagePort, type TransferListItem, Worker } from 'node:worker_threads'
import { type Clock, type Exchange, joinExchange, type Logger, systemClock } from '@minefall/shared/node'
import { AggregatorRegistry } from 'prom-client'
import type { BffSettings } from './config.ts'
import { edgeName } from './edge-name.ts'
import type { Bff } from './index.ts'

/** A thread's start data: its number from 1, and its end of the port to the exchange. */
export type ThreadStart = { settings: BffSettings; number: number; bus: MessagePort }
/** Messages to a thread, with where to answer; an answer is one message. */
export type AskedOfThread = { ask: 'address' | 'metrics' | 'drain' | 'close' | 'alive'; answer: MessagePort }
/** Messages from a thread: a request, or a line for the log. */
export type FromThread = { ask: 'metrics'; answer: MessagePort } | { line: string }

type Asked = AskedOfThread['ask']

/** Sends a request over a port; undefined when the other end closed without an answer. */
export const ask = async (
  other: { postMessage(message: unknown, transfer: readonly TransferListItem[]): void },
  what: Asked,
): Promise<unknown> => {
  const { port1, port2 } = new MessageChannel()
  other.postMessage({ ask: what, answer: port2 }, [port2])
  const answer: unknown[] = await Promise.race([once(port1, 'message'), once(port1, 'close')])
  port1.close()
  return answer[0]
}

/** Beside this file, compiled or not. */
const program = new URL(`./edge-thread${extname(import.meta.url)}`, import.meta.url)

/** How often a thread is asked whether it is alive, in milliseconds, and how many answers it may miss. */
const lookMs = 1_000
const unansweredMost = 10

const listening = async (server: Server, where: object): Promise<Server> => {
  server.listen(where)
  await once(server, 'listening')
  return server
}

/**
 * A port that several threads may listen on together, so that the system spreads connections over them, as Linux
 * does with Node 23.1 and newer: the given one, or a free one for 0. Null where that is impossible.
 */
const sharedPort = async ({ HOST: host, PORT }: BffSettings): Promise<number | null> => {
  const servers = [createServer(), createServer()] as const
  try {
    const address = (await listening(servers[0], { host, port: PORT, reusePort: true })).address()
    const port = typeof address === 'object' && address ? address.port : PORT
    await listening(servers[1], { host, port, reusePort: true })
    return port
  } catch {
    return null
  } finally {
    for (const server of servers) server.close()
  }
}

/**
 * How many BFF threads run beside the platform's, and the port they share; null for none. Unless `EDGE_THREADS` says
 * otherwise, one for each further core, from three cores on.
 */
export const edgeThreadsOf = async (
  settings: BffSettings,
  log: Pick<Logger, 'warn'>,
): Promise<{ count: number; port: number } | null> => {
  const cores = availableParallelism()
  const count = settings.EDGE_THREADS ?? (cores > 2 ? cores - 1 : 0)
  if (count === 0) return null
  const port = await sharedPort(settings)
  if (port !== null) return { count, port }
  log.warn('no edge threads: a port can’t be shared here, as on Linux with Node 23.1; one thread serves all')
  return null
}

export type EdgeThreadsOptions = {
  /** `PORT` is the one that is shared. */
  settings: BffSettings
  count: number
  exchange: Exchange
  clock?: Clock
  log: Logger
  /** Takes the lines that threads log. */
  write(line: string): void
}

/**
 * Runs the BFF in threads that share one port, each with its own name on the bus like a BFF in a cluster. A thread
 * that ends or hangs is replaced.
 */
export const startEdgeThreads = async (options: EdgeThreadsOptions): Promise<Bff> => {
  const { settings, count, exchange, clock = systemClock, log, write } = options
  const threads = new Map<number, Worker>()
  let isStopping = false

  const all = (what: Asked) => Promise.all([...threads.values()].map((thread) => ask(thread, what)))
  const metrics = async (): Promise<string> => {
    const told = (await all('metrics')).filter((one) => Array.isArray(one))
    // A label tells threads apart, so nothing is aggregated.
    const apart = told.map((one) => one.map((metric: object) => ({ ...metric, aggregator: 'first' })))
    return AggregatorRegistry.aggregate(apart).metrics()
  }

  /** Missed answers of each running thread. */
  const unanswered = new WeakMap<Worker, number>()
  /** Starts a thread; resolves with the address it listens on. */
  const start = async (number: number): Promise<string> => {
    const edge = edgeName(settings.EDGE_ID)
    const { port1, port2 } = new MessageChannel()
    joinExchange(exchange, port1)
    const workerData: ThreadStart = { settings: { ...settings, EDGE_ID: edge }, number, bus: port2 }
    const thread = new Worker(program, { workerData, transferList: [port2] })
    threads.set(number, thread)
    thread.on('message', (told: FromThread) => {
      if ('line' in told) write(told.line)
      else void metrics().then((text) => told.answer.postMessage(text))
    })
    let failure: unknown
    thread.on('error', (error) => {
      failure = error
    })
    const ended = new Promise<void>((resolve) =>
      thread.once('exit', () => {
        threads.delete(number)
        resolve()
      }),
    )
    const address = await ask(thread, 'address')
    if (typeof address !== 'string') {
      await ended
      throw failure ?? new Error('an edge thread ended as it started')
    }
    unanswered.set(thread, 0)
    void ended.then(() => {
      if (isStopping) return
      log.error({ err: failure, edge, thread: number }, 'an edge thread ended; another one takes its place')
      void again(number)
    })
    return address
  }
  const again = async (number: number): Promise<void> => {
    try {
      await start(number)
    } catch (error) {
      log.error({ err: error, thread: number }, 'an edge thread could not be started')
      if (!isStopping) clock.after(lookMs, () => void again(number))
    }
  }

  const look = () => {
    for (const [number, thread] of threads) {
      const missed = unanswered.get(thread)
      if (missed === undefined) continue
      unanswered.set(thread, missed + 1)
      if (missed < unansweredMost) void ask(thread, 'alive').then(() => unanswered.set(thread, 0))
      else {
        log.error({ thread: number }, 'an edge thread hangs, and is ended')
        void thread.terminate()
      }
    }
    cancelLook = clock.after(lookMs, look)
  }
  let cancelLook = clock.after(lookMs, look)

  const close = async () => {
    isStopping = true
    cancelLook()
    await all('close')
    await Promise.all([...threads.values()].map((thread) => thread.terminate()))
  }
  try {
    const numbers = Array.from({ length: count }, (_, index) => index + 1)
    const [address = ''] = await Promise.all(numbers.map(start))
    return { address, drain: async () => void (await all('drain')), close }
  } catch (error) {
    await close()
    throw error
  }
}
