import { randomBytes } from 'node:crypto'
import { createLogger, openBus, openTracer, runProcess } from '@minefall/shared/node'
import { readOwnPlatformSettings } from './config.ts'
import { startPlatform } from './start.ts'

/** How long a stop may take, in milliseconds: matches are handed over to other nodes first. */
const stopWithinMs = 20_000

/**
 * The platform as a separate process, of which a cluster has several: BFFs and other nodes reach it over NATS. Without
 * NATS_URL it serves REST alone, since then no one outside of this process is on its bus.
 */
await runProcess({
  boot: () => {
    const settings = readOwnPlatformSettings(process.env)
    const log = createLogger({
      level: settings.LOG_LEVEL,
      format: settings.NODE_ENV === 'production' ? 'json' : 'readable',
    })
    const start = async (fail: (why: string) => void) => {
      const name = settings.NODE_NAME ?? `platform-${randomBytes(4).toString('hex')}`
      const tracer = openTracer(settings, { service: 'minefall-platform', node: name, log })
      const bus = await openBus({ ...settings, name, user: 'platform', log, tracer })
      const shared = settings.NATS_URL !== undefined
      const platform = await startPlatform({
        settings: { ...settings, NODE_NAME: name },
        bus,
        shared,
        replaced: () => fail('ended, since another node goes on under its name'),
        log,
      }).catch(async (error: unknown) => {
        await bus.close()
        throw error
      })
      if (platform.firstAdmin !== null) process.stdout.write(`${platform.firstAdmin}\n`)
      return {
        close: async () => {
          await platform.close()
          await bus.close()
          await tracer?.close()
        },
      }
    }
    return { log, start, stopWithinMs }
  },
})
