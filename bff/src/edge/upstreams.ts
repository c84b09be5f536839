import type { Clock, Logger } from '@minefall/shared/node'
import { Counter, Gauge, type Registry } from 'prom-client'
import { Agent } from 'undici'
import type { BffSettings } from '../config.ts'

/**
 * The last readiness of a platform: ready, not ready, or silent. `unasked` at first.
 */
type Standing = 'ready' | 'unasked' | 'unready' | 'silent'

/** The order of preference. */
const ranks: Readonly<Record<Standing, number>> = { ready: 0, unasked: 1, unready: 2, silent: 3 }

export type Upstream = {
  /** `http://10.0.0.7:8090`. */
  readonly origin: string
  standing: Standing
  /** Calls it has been sent and has not answered. */
  waiting: number
  /** Ends calls that wait for it and may be asked of another. */
  readonly abandon: Set<() => void>
}

export type Upstreams = {
  readonly agent: Agent
  /**
   * The platform to use: of the ready ones that with the fewest calls waiting. If none is ready, any that is there,
   * since only the last readiness is known; but none that was `tried`, and after one attempt none that is silent.
   * Null: none is left.
   */
  choose(tried: ReadonlySet<Upstream>): Upstream | null
  /** It refused a connection: used last until it answers again. */
  noteDown(upstream: Upstream): void
  /** How many are ready now. */
  ready(): number
  /** Whether any has been ready since the start. */
  wasReady(): boolean
  calls: Counter<'upstream' | 'outcome'>
  close(): Promise<void>
}

export type UpstreamsOptions = {
  settings: Pick<BffSettings, 'UPSTREAM_URL' | 'EDGE_KEY' | 'REST_TIMEOUT_MS'>
  clock: Clock
  log: Logger
  registry: Registry
}

/** How often each platform is asked whether it is ready, and the timeout, in milliseconds. */
const probeMs = 500
/** The connect timeout in milliseconds: platforms are close by. */
const connectMs = 1_000

/** The header by which a BFF authenticates to a platform. */
export const shown = (edgeKey: string | undefined) =>
  edgeKey === undefined ? {} : { 'x-minefall-edge': edgeKey }

/** The platforms for REST, each checked continuously. */
export const watchUpstreams = ({ settings, clock, log, registry }: UpstreamsOptions): Upstreams => {
  const registers = [registry]
  const readiness = new Gauge({
    name: 'minefall_upstream_ready',
    help: 'Whether a platform said that it is ready when it was last asked',
    labelNames: ['upstream'],
    registers,
  })
  const calls = new Counter({
    name: 'minefall_upstream_calls_total',
    help: 'REST calls passed on to a platform, by outcome',
    labelNames: ['upstream', 'outcome'],
    registers,
  })
  const agent = new Agent({
    headersTimeout: settings.REST_TIMEOUT_MS,
    bodyTimeout: settings.REST_TIMEOUT_MS,
    connect: { timeout: connectMs },
    connections: 256,
    pipelining: 1,
  })
  // Calls waiting on every connection must not look like a platform that doesn't answer.
  const probing = new Agent({ connect: { timeout: connectMs }, pipelining: 1 })
  const all: Upstream[] = [...new Set(settings.UPSTREAM_URL)].map((origin) => ({
    origin,
    standing: 'unasked',
    waiting: 0,
    abandon: new Set(),
  }))
  let wasReady = false
  let closed = false
  const cancels = new Map<Upstream, () => void>()

  const ready = () => all.filter(({ standing }) => standing === 'ready').length

  const stand = (upstream: Upstream, standing: Standing) => {
    if (closed) return
    const before = upstream.standing
    upstream.standing = standing
    readiness.set({ upstream: upstream.origin }, standing === 'ready' ? 1 : 0)
    if (standing === 'ready') wasReady = true
    if (before === standing) return
    const fields = { upstream: upstream.origin, before }
    if (standing === 'ready') log.info(fields, 'a platform is ready')
    else log.warn(fields, standing === 'silent' ? 'a platform does not answer' : 'a platform is not ready')
    if (ready() === 0) return
    for (const silent of all.filter((one) => one.standing === 'silent'))
      for (const abandon of [...silent.abandon]) abandon()
  }

  const probe = async (upstream: Upstream) => {
    const late = new AbortController()
    const cancel = clock.after(probeMs, () => late.abort())
    cancels.set(upstream, () => {
      cancel()
      late.abort()
    })
    try {
      const { statusCode, body } = await probing.request({
        origin: upstream.origin,
        path: '/readyz',
        method: 'GET',
        headers: shown(settings.EDGE_KEY),
        signal: late.signal,
      })
      await body.dump()
      stand(upstream, statusCode === 200 ? 'ready' : 'unready')
    } catch {
      stand(upstream, 'silent')
    }
    cancel()
    if (!closed)
      cancels.set(
        upstream,
        clock.after(probeMs, () => void probe(upstream)),
      )
  }
  for (const upstream of all) void probe(upstream)

  return {
    agent,
    calls,
    ready,
    wasReady: () => wasReady,
    choose: (tried) => {
      const [best] = all
        .filter((one) => !tried.has(one) && (tried.size === 0 || one.standing !== 'silent'))
        .sort((a, b) => ranks[a.standing] - ranks[b.standing] || a.waiting - b.waiting)
      if (!best) return null
      // Ties go to another platform each time.
      all.splice(all.indexOf(best), 1)
      all.push(best)
      return best
    },
    noteDown: (upstream) => stand(upstream, 'silent'),
    close: async () => {
      closed = true
      for (const cancel of cancels.values()) cancel()
      await Promise.all([agent.destroy(), probing.destroy()])
    },
  }
}
