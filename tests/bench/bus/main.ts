import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { isMainThread, MessageChannel, type MessagePort, Worker, workerData } from 'node:worker_threads'
import {
  type Bus,
  Exchange,
  inProcessBus,
  joinExchange,
  natsBus,
  silentLogger,
  threadBus,
} from '@minefall/shared/node'
import { startNats } from '@minefall/shared/testing-nats'
import { answerMoves, player } from './play.ts'

/**
 * How long a move takes on its way to its match's owner and back, and how many the bus carries: within one process, from
 * one thread to another, and over NATS from one process to another. The owner answers at once, so that what is measured is the bus.
 */

const log = silentLogger()
const moves = { warming: 3_000, one: 5_000, many: 30_000 }
const together = 64

const quantile = (sorted: Float64Array, share: number) => sorted[Math.floor(sorted.length * share)] ?? 0

/** A process's time on the processors, in milliseconds; another's as the kernel tells, in steps of 10 ms. */
type Processor = () => number
const ownProcessor: Processor = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
const processorOf =
  (pid: number): Processor =>
  () => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  }

const measure = async (title: string, bus: Bus, processors: Record<string, Processor>) => {
  const { play, playAll } = player(bus)
  await playAll(moves.warming, together)
  const times = new Float64Array(moves.one)
  for (let move = 0; move < moves.one; move += 1) {
    const from = performance.now()
    await play()
    times[move] = performance.now() - from
  }
  times.sort()
  const before = Object.values(processors).map((read) => read())
  const from = performance.now()
  await playAll(moves.many, together)
  const seconds = (performance.now() - from) / 1_000
  const spent = Object.entries(processors).map(([name, read], index) => {
    const ms = ((read() - (before[index] ?? 0)) / moves.many) * 1_000
    return `${name} ${ms.toFixed(0)} ms`
  })
  const [p50, p99] = [0.5, 0.99].map((share) => quantile(times, share).toFixed(3))
  process.stdout.write(
    `${title}\n` +
      `  one at a time: p50 ${p50} ms, p99 ${p99} ms\n` +
      `  ${together} at a time: ${Math.round(moves.many / seconds)} moves a second, each with its events\n` +
      `  processor time of 1,000 moves: ${spent.join(', ')}\n`,
  )
}

const withinOneProcess = async () => {
  const bus = inProcessBus({ log })
  answerMoves(bus)
  await measure('In one process', bus, { both: ownProcessor })
  await bus.close()
}

/** The other thread: plays until it has measured. */
const playInThread = async (port: MessagePort) => {
  const bus = threadBus(port, { log })
  await measure('Between two threads', bus, { both: ownProcessor })
  await bus.close()
}

const betweenThreads = async () => {
  const exchange = new Exchange()
  const bus = inProcessBus({ log, exchange })
  answerMoves(bus)
  const { port1, port2 } = new MessageChannel()
  joinExchange(exchange, port1)
  const thread = new Worker(new URL(import.meta.url), { workerData: port2, transferList: [port2] })
  await once(thread, 'exit')
  await bus.close()
}

const startOwner = async (url: string): Promise<ChildProcess> => {
  const child = fork(fileURLToPath(import.meta.url), [url])
  await once(child, 'message')
  return child
}

const overNats = async () => {
  const nats = await startNats()
  const owner = await startOwner(nats.url)
  try {
    const bus = await natsBus({ url: nats.url, name: 'bench', log })
    const processors = {
      BFF: ownProcessor,
      owner: processorOf(owner.pid ?? 0),
      'nats-server': processorOf(nats.pid),
    }
    await measure('Over NATS, between two processes', bus, processors)
    await bus.close()
  } finally {
    owner.disconnect()
    await nats.remove()
  }
}

/** The other process: answers until the first one is gone. */
const answerFrom = async (url: string) => {
  const bus = await natsBus({ url, name: 'bench owner', log })
  answerMoves(bus)
  process.once('disconnect', () => bus.close())
  await bus.request('node.probe', {})
  process.send?.('ready')
}

const [url] = process.argv.slice(2)
if (!isMainThread) await playInThread(workerData)
else if (url !== undefined) await answerFrom(url)
else {
  process.stdout.write(`${availableParallelism()} cores, Node ${process.versions.node}\n`)
  await withinOneProcess()
  await betweenThreads()
  await overNats()
}
