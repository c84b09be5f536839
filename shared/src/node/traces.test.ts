import { afterEach, expect, it } from 'vitest'
import { ok } from '../contracts/index.ts'
import { manualClock } from '../testing/index.ts'
import { inProcessBus } from './in-process-bus.ts'
import { createLogger, silentLogger } from './log.ts'
import { currentOrigin, withRequestId } from './request-context.ts'
import { digest, edgeBeat, signal } from './testing-bus.ts'
import { startCollector } from './testing-collector.ts'
import { fineTime, openTracer, timed, traced } from './traces.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const collecting = async () => {
  const collector = await startCollector()
  ends.push(collector.close)
  let at = 1_764_000_000_000
  const tracer = openTracer(
    { OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/` },
    // Each look at the time is a microsecond later.
    { service: 'minefall', node: 'one', log: silentLogger(), clock: manualClock(), now: () => (at += 0.001) },
  )
  if (!tracer) throw new Error('traces are off')
  return { collector, tracer }
}

it('traces a request over the bus to its commit and what is published of it, each part under the one it belongs to', async () => {
  const { collector, tracer } = await collecting()
  const bus = inProcessBus({ log: silentLogger(), tracer })
  ends.push(bus.close)
  const [heard, answered] = [signal(), signal<{ code: number }>()]
  bus.subscribe('edge.beat', null, () => heard.settle())
  bus.answer('lobby.digest', (_, reply) => {
    const committed = timed('commit', () => {
      bus.publish('edge.beat', 'one', edgeBeat(1))
      reply(ok(digest(1)))
    })
    // As a flush of many: it comes back within the first one's request, or none.
    withRequestId('another', () => setImmediate(committed))
  })
  traced(tracer, 'press', answered.settle, (reply) => bus.ask('lobby.digest', {}, reply))
  await Promise.all([heard.done, answered.done])
  await tracer.close()

  expect(collector.problems).toEqual([])
  const spans = collector.spans.toSorted((a, b) => (a.startTimeUnixNano < b.startTimeUnixNano ? -1 : 1))
  const nameOf = new Map(spans.map(({ spanId, name }) => [spanId, name]))
  expect(spans.map(({ name, kind, parentSpanId = '' }) => [name, kind, nameOf.get(parentSpanId)])).toEqual([
    ['press', 2, undefined],
    ['ask lobby.digest', 3, 'press'],
    ['answer lobby.digest', 2, 'ask lobby.digest'],
    ['commit', 1, 'answer lobby.digest'],
    ['publish edge.beat', 4, 'answer lobby.digest'],
    ['hear edge.beat', 5, 'publish edge.beat'],
  ])
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1)
  for (const { name, attributes } of spans)
    expect(attributes).toEqual(
      /press|ask|answer/.test(name) ? [{ key: 'code', value: { intValue: '200' } }] : [],
    )
})

it('is off without a collector: nothing is wrapped, and no one is in a trace', () => {
  expect(openTracer({}, { service: 'minefall', node: 'one', log: silentLogger() })).toBeUndefined()
  const done = () => {}
  expect(timed('commit', done)).toBe(done)
  traced(undefined, 'press', done, (reply) => {
    expect(reply).toBe(done)
    expect(currentOrigin()).toBeUndefined()
  })
})

it('continues what is a traceparent, and nothing else', async () => {
  const { tracer } = await collecting()
  const [trace, span] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
  const follow = (traceparent: string) => tracer.follow(traceparent, 'answer', 'server')
  expect(follow(`00-${trace}-${span}-01`)?.traceparent).toMatch(new RegExp(`^00-${trace}-[0-9a-f]{16}-01$`))
  for (const wrong of [
    '',
    `00-${trace}-${span}-00`,
    `00-${trace.toUpperCase()}-${span}-01`,
    `00-${trace}-${span}-01\n`,
  ])
    expect(follow(wrong)).toBeUndefined()
})

it('begins no trace while too many spans wait, drops what is beyond, and goes on without a collector that can be reached', async () => {
  const lines: string[] = []
  const clock = manualClock()
  const tracer = openTracer(
    // Nothing listens on the port that no one may have.
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' },
    {
      ...{ service: 'minefall', node: 'one', clock },
      log: createLogger({ level: 'warn', format: 'json', to: { write: (line) => void lines.push(line) } }),
    },
  )
  const first = tracer?.begin('press')
  for (let n = 0; n < 10_001; n++) first?.part('commit').end()
  expect(tracer?.begin('press')).toBeUndefined()
  await clock.advance(1_000)
  await expect.poll(() => lines.length).toBe(2)
  expect(lines[0]).toContain('"dropped":1,')
  expect(lines[1]).toContain('spans could not be sent')
  tracer?.begin('press')?.end(200)
  await tracer?.close()
  expect(lines).toHaveLength(3)
})

it('counts finer than the system’s clock, and follows it where the two part', () => {
  let [system, counted] = [1_764_000_000_000, 500]
  const now = fineTime(
    () => system,
    () => counted,
  )
  counted += 0.25
  expect(now()).toBe(1_764_000_000_000.25)
  // Set forward by an hour, and back again.
  system += 3_600_000
  expect(now()).toBe(system)
  counted += 1.5
  expect(now()).toBe(system + 1.5)
  system -= 3_600_000
  expect(now()).toBe(system)
})
