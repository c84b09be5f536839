import { parentPort, workerData } from 'node:worker_threads'
import { createLogger, openTracer, threadBus } from '@minefall/shared/node'
import { Registry } from 'prom-client'
import { type AskedOfThread, ask, type FromThread, type ThreadStart } from './edge-threads.ts'
import { startBff } from './index.ts'

/** The BFF as one of the threads of `npm start`: see edge-threads.ts. */
const { settings, number, bus: port }: ThreadStart = workerData
if (!parentPort) throw new Error('this is a worker thread, not a program')
const parent = parentPort

const log = createLogger({
  level: settings.LOG_LEVEL,
  format: settings.NODE_ENV === 'production' ? 'json' : 'readable',
  to: { write: (line) => parent.postMessage({ line } satisfies FromThread) },
}).child({ edge: settings.EDGE_ID })

const registry = new Registry()
registry.setDefaultLabels({ thread: String(number) })

const tracer = openTracer(settings, { service: 'minefall-bff', node: `thread-${number}`, log })
const bus = threadBus(port, { log, tracer })
const bff = await startBff({
  settings,
  bus,
  log,
  tracer,
  registry,
  sharesPort: true,
  metrics: async () => String(await ask(parent, 'metrics')),
})

const answers: Record<AskedOfThread['ask'], () => unknown> = {
  address: () => bff.address,
  metrics: () => registry.getMetricsAsJSON(),
  alive: () => true,
  drain: () => bff.drain(),
  close: async () => {
    await bff.close()
    await bus.close()
    await tracer?.close()
  },
}
parent.on('message', async ({ ask: what, answer }: AskedOfThread) => {
  answer.postMessage(await answers[what]())
  answer.close()
})
