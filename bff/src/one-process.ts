import { join, relative, resolve } from 'node:path'
import { type Platform, readPlatformSettings, realOf, startPlatform } from '@minefall/platform'
import {
  createLogger,
  Exchange,
  inProcessBus,
  openLog,
  openTracer,
  refuseHalfProduction,
  runProcess,
} from '@minefall/shared/node'
import { type BffSettings, readBffSettings, stopWithinMs } from './config.ts'
import { edgeThreadsOf, startEdgeThreads } from './edge-threads.ts'
import { refuseTakenPort } from './listen-problem.ts'

/** What people see when everything is up. */
const banner = (address: string, dataDir: string, logs: string) => `
  Minefall is up: ${address}

  Desk  ${address}/desk/
  Data  ${dataDir}
  Logs  ${logs}
  Stop  Ctrl+C
`

/** A path as people write it: relative when it is below the current folder. */
const shown = (path: string) => {
  const short = relative(process.cwd(), path)
  return short === '' || short.startsWith('..') ? path : `./${short}`
}

/** Platform and BFF in this one process, in one thread or the BFF in its own threads: what `npm start` runs. */
await runProcess({
  boot: () => {
    const platformSettings = readPlatformSettings(process.env)
    const bffSettings = readBffSettings(process.env)
    refuseHalfProduction({
      ...bffSettings,
      listens: ['HOST', bffSettings.HOST],
      real: realOf(platformSettings),
    })
    const dataDir = resolve(platformSettings.DATA_DIR)
    const file = join(dataDir, 'logs', 'minefall.log')
    // In production log lines are collected; at home the console is for people.
    const production = platformSettings.NODE_ENV === 'production'
    const to = openLog(production ? undefined : file)
    const log = createLogger({
      level: platformSettings.LOG_LEVEL,
      format: production ? 'json' : 'readable',
      to,
    })

    const start = async () => {
      await refuseTakenPort(bffSettings)
      const threads = await edgeThreadsOf(bffSettings, log)
      const exchange = new Exchange()
      const tracer = openTracer(bffSettings, { service: 'minefall', node: 'main', log })
      const bus = inProcessBus({ log, exchange, tracer })
      const write = (line: string) => void to.write(line)
      // The database opens in its own thread while this one loads the rest of the program.
      const [platform, startEdge] = await Promise.all([
        startPlatform({ settings: platformSettings, bus, log }),
        threads
          ? (settings: BffSettings) =>
              startEdgeThreads({ settings, count: threads.count, exchange, log, write })
          : import('./index.ts').then(
              ({ startBff }) =>
                (settings: BffSettings) =>
                  startBff({ settings, bus, log, tracer }),
            ),
      ])
      const bff = await startEdge({
        ...bffSettings,
        ...(threads ? { PORT: threads.port } : {}),
        UPSTREAM_URL: [platform.address],
        EDGE_KEY: platform.edgeKey,
      }).catch(stopping(platform))
      process.stdout.write(banner(bff.address, shown(dataDir), production ? 'this output' : shown(file)))
      if (platform.firstAdmin !== null) process.stdout.write(`\n${platform.firstAdmin}\n`)
      return {
        close: async () => {
          await bff.drain()
          await bff.close()
          await platform.close()
          await bus.close()
          await tracer?.close()
        },
      }
    }
    return { log, start, stopWithinMs: stopWithinMs(bffSettings) }
  },
})

/** A failure after the platform started must not leave its data folder locked. */
function stopping(platform: Platform) {
  return async (error: unknown): Promise<never> => {
    await platform.close()
    throw error
  }
}
