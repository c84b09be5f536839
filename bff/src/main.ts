import { createLogger, openBus, openTracer, runProcess } from '@minefall/shared/node'
import { readOwnBffSettings, stopWithinMs } from './config.ts'
import { edgeName } from './edge-name.ts'
import { startBff } from './index.ts'
import { refuseTakenPort } from './listen-problem.ts'

/** The BFF as a separate process, of which a cluster has several: it finds the platform over NATS. */
await runProcess({
  boot: () => {
    const settings = readOwnBffSettings(process.env)
    const log = createLogger({
      level: settings.LOG_LEVEL,
      format: settings.NODE_ENV === 'production' ? 'json' : 'readable',
    })
    const start = async () => {
      await refuseTakenPort(settings)
      const name = edgeName(settings.EDGE_ID)
      const tracer = openTracer(settings, { service: 'minefall-bff', node: name, log })
      const bus = await openBus({ ...settings, name, user: 'bff', log, tracer })
      const bff = await startBff({ settings: { ...settings, EDGE_ID: name }, bus, log, tracer }).catch(
        async (error: unknown) => {
          await bus.close()
          throw error
        },
      )
      log.info({ address: bff.address, edge: name }, 'the BFF is up')
      return {
        close: async () => {
          await bff.drain()
          await bff.close()
          await bus.close()
          await tracer?.close()
        },
      }
    }
    return { log, start, stopWithinMs: stopWithinMs(settings) }
  },
})
