/**
 * Loaded into a server before its own code (`node --import`): answers the load tool's questions about the process over
 * the channel between them. Does nothing on its own.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { dirname } from 'node:path'
import { PerformanceObserver } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { BroadcastChannel, isMainThread } from 'node:worker_threads'
import { hasProc } from './processor.ts'
import { type Stall, watchStalls } from './stalls.ts'

export type ProbeRequest =
  | { ask: 'memory' }
  | { ask: 'pauses' }
  | { ask: 'stalls' }
  | { ask: 'profile' }
  | { ask: 'profiled'; file: string }
/** Bytes after a garbage collection. */
export type Memory = { heap: number; resident: number }
/** How long each run of the garbage collector stopped the main thread since this was last asked, in milliseconds. */
export type Pauses = readonly number[]
/** Of the main thread, of what its garbage collector did in it, and of the embedded database's, since this was last asked. */
export type Stalls = { main: Stall[]; collector: Stall[]; database: Stall[] }
export type ProbeAnswer = Memory | Pauses | Stalls | null

const noStalls = (): Stalls => ({ main: [], collector: [], database: [] })

let pauses: number[] = []
let stalls: Stalls | null = null
const notePauses = (entries: PerformanceEntryList) => {
  for (const { startTime, duration } of entries) {
    pauses.push(duration)
    const from = performance.timeOrigin + startTime
    stalls?.collector.push({ from, to: from + duration, ran: duration })
  }
}
const observer = new PerformanceObserver((list) => notePauses(list.getEntries()))

/** Where the database's thread tells its stalls, once they are asked for. */
const telling = 'minefall-stalls'

const session = new Session()

const collectGarbage = () => {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
}

const memory = (): Memory => {
  collectGarbage()
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heap: heapUsed + external, resident: rss }
}

/** A sample each millisecond is enough for shares of seconds, and costs the server little. */
const sampleMicroseconds = 1_000

const begin = async () => {
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: sampleMicroseconds })
  await session.post('Profiler.start')
}

const end = async (file: string) => {
  const { profile } = await session.post('Profiler.stop')
  session.disconnect()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(profile))
}

/** Watching begins when this is first asked. */
const takeStalls = (): Stalls => {
  notePauses(observer.takeRecords())
  if (stalls === null) {
    watchStalls((stall) => stalls?.main.push(stall))
    const channel = new BroadcastChannel(telling)
    channel.onmessage = ({ data }) => void stalls?.database.push(data)
    channel.unref()
    channel.postMessage('watch')
  }
  const taken = stalls ?? noStalls()
  stalls = noStalls()
  return taken
}

const takePauses = (): Pauses => {
  notePauses(observer.takeRecords())
  const taken = pauses
  pauses = []
  return taken
}

const answer = async (request: ProbeRequest): Promise<ProbeAnswer> => {
  if (request.ask === 'memory') return memory()
  if (request.ask === 'pauses') return takePauses()
  if (request.ask === 'stalls') return takeStalls()
  if (request.ask === 'profile') await begin()
  else await end(request.file)
  return null
}

// Worker threads are given the flags of their process, and this with them.
if (isMainThread) {
  observer.observe({ entryTypes: ['gc'] })
  process.on('message', (request: ProbeRequest) => {
    void answer(request).then((result) => process.send?.(result))
  })
  process.channel?.unref()
} else if (hasProc && readFileSync('/proc/thread-self/comm', 'utf8').trim() === 'database') {
  const channel = new BroadcastChannel(telling)
  channel.onmessage = () => watchStalls((stall) => channel.postMessage(stall))
  channel.unref()
}
