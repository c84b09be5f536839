/**
 * Loaded into a server before its own code (`node --import`): answers the load tool's questions about the process over
 * the channel between them. Does nothing on its own.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { dirname } from 'node:path'
import { PerformanceObserver } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

export type ProbeRequest =
  | { ask: 'memory' }
  | { ask: 'pauses' }
  | { ask: 'profile' }
  | { ask: 'profiled'; file: string }
/** Bytes after a garbage collection. */
export type Memory = { heap: number; resident: number }
/** How long each run of the garbage collector stopped the main thread since this was last asked, in milliseconds. */
export type Pauses = readonly number[]
export type ProbeAnswer = Memory | Pauses | null

let pauses: number[] = []
const observer = new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) pauses.push(duration)
})

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

const takePauses = (): Pauses => {
  for (const { duration } of observer.takeRecords()) pauses.push(duration)
  const taken = pauses
  pauses = []
  return taken
}

const answer = async (request: ProbeRequest): Promise<ProbeAnswer> => {
  if (request.ask === 'memory') return memory()
  if (request.ask === 'pauses') return takePauses()
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
}
