import type { Socket } from 'node:net'
import { join } from 'node:path'
import { type Bus, type Clock, Deadlines, type Logger, systemClock, type Tracer } from '@minefall/shared/node'
import { Registry } from 'prom-client'
import type { BffSettings } from './config.ts'
import { deskGateway, deskMetrics } from './desk/index.ts'
import { edgeApp } from './edge/app.ts'
import { reachOf } from './edge/reach.ts'
import { ownClientDir, releaseOf } from './edge/static-client.ts'
import { strangersOf } from './edge/strangers.ts'
import { upgradesOf } from './edge/upgrades.ts'
import { edgeName } from './edge-name.ts'
import { listenProblem } from './listen-problem.ts'
import { liveGateway, noticeMs } from './live/gateway.ts'
import { liveMetrics } from './live/metrics.ts'

export { type BffSettings, readBffSettings } from './config.ts'

export type BffOptions = {
  settings: BffSettings
  bus: Bus
  clock?: Clock
  log: Logger
  tracer?: Tracer | undefined
  /** The registry for its metrics. */
  registry?: Registry
  /** Returns the metrics; its own registry by default. */
  metrics?: () => Promise<string>
  /** Whether other threads listen on its port too. */
  sharesPort?: boolean
}

export type Bff = {
  /** Where people find it, such as `http://localhost:8080`. */
  address: string
  /** Fails `/readyz`, asks live connections to move, and resolves when they have or time is up. */
  drain(): Promise<void>
  /** Ends what is left and stops listening. */
  close(): Promise<void>
}

/** Hosts that mean every interface; the printed address is then this machine's own. */
const everywhere = ['0.0.0.0', '::']

/** How long a closing server waits for clients to leave and for calls in progress, in milliseconds. */
const goodbyeMs = 500
const lastCallsMs = 5_000

/**
 * Starts the edge: REST, the client and the live gateway on one port. Throws a start-up error when it can't
 * listen.
 */
export const startBff = async (options: BffOptions): Promise<Bff> => {
  const { settings, bus, clock = systemClock, log, tracer, registry = new Registry() } = options
  const { metrics: renderMetrics = () => registry.metrics(), sharesPort = false } = options
  const clientDir = settings.CLIENT_DIR ?? ownClientDir
  const reach = reachOf(settings)
  const strangers = strangersOf({ settings, clock })
  let draining = false
  const { app, connections } = await edgeApp({
    ...{ settings, bus, clock, log, registry, renderMetrics, clientDir, reach, strangers },
    isDraining: () => draining,
  })
  const open = new Set<Socket>()
  app.server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  const metrics = liveMetrics(registry)
  const deadlines = new Deadlines(clock)
  const common = {
    upgrades: upgradesOf(app.server, {
      ...{ lost: metrics.handshakesRefused, isOurs: reach.isOurs },
      afterAnswers: connections.afterAnswers,
    }),
    settings,
    bus,
    clock,
    deadlines,
    log,
    tracer,
    edge: settings.EDGE_ID ?? edgeName(undefined),
    random: Math.random,
  }
  const gateway = liveGateway({
    ...common,
    strangers,
    metrics,
    release: releaseOf(clientDir),
  })
  const desk = deskGateway({
    ...common,
    strangers,
    metrics: deskMetrics(registry),
    release: releaseOf(join(clientDir, 'desk')),
  })
  /** Clients with an open connection send calls over it until they notice. */
  const noticed = async () => {
    if (open.size === 0) return
    await new Promise<void>((resolve) => systemClock.after(noticeMs(settings.DRAIN_MS), resolve))
  }
  const stop = async () => {
    draining = true
    desk.close()
    await gateway.close()
    deadlines.close()
    const closed = app.close()
    // Upgraded connections no longer belong to the HTTP server, which waits for them anyway: clients get a moment to
    // read why and leave, then they are cut. Requests received before are still answered.
    const cut = (isSpared: (socket: Socket) => boolean) => {
      for (const socket of open) if (!isSpared(socket)) socket.destroy()
    }
    const cancels = [
      systemClock.after(goodbyeMs, () => cut(connections.isAnswering)),
      systemClock.after(lastCallsMs, () => cut(() => false)),
    ]
    await closed
    for (const cancel of cancels) cancel()
  }
  try {
    const place = { host: settings.HOST, port: settings.PORT, reusePort: sharesPort }
    await app.listen(place)
  } catch (error) {
    await stop()
    throw listenProblem(error, settings)
  }
  const bound = app.server.address()
  const port = typeof bound === 'object' && bound ? bound.port : settings.PORT
  const host = everywhere.includes(settings.HOST) ? 'localhost' : settings.HOST
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    async drain() {
      draining = true
      await Promise.all([gateway.drain(), noticed()])
    },
    close: stop,
  }
}
