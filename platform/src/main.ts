import { createLogger, inProcessBus, runProcess } from '@minefall/shared/node'
import { readPlatformSettings } from './config.ts'
import { startPlatform } from './start.ts'

/**
 * The platform as a process of its own. Its bus reaches nobody outside this process: it serves REST to BFFs and
 * goes on with its live matches; for live play BFF and platform run as one process.
 */
await runProcess({
  boot: () => {
    const settings = readPlatformSettings(process.env)
    const log = createLogger({
      level: settings.LOG_LEVEL,
      format: settings.NODE_ENV === 'production' ? 'json' : 'readable',
    })
    const start = async () => {
      const bus = inProcessBus({ log })
      const platform = await startPlatform({ settings, bus, log })
      if (platform.firstAdmin !== null) process.stdout.write(`${platform.firstAdmin}\n`)
      return {
        close: async () => {
          await platform.close()
          await bus.close()
        },
      }
    }
    return { log, start }
  },
})
