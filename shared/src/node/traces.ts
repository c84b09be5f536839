import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { type Clock, systemClock } from './clock.ts'
import type { Logger } from './log.ts'
import { currentOrigin, within } from './request-context.ts'
import { address } from './settings.ts'

/** Where a process sends traces: to be spread into its settings. */
export const traceVariables = {
  // Several processes
  /**
   * An OpenTelemetry collector that takes OTLP over HTTP, `http://127.0.0.1:4318`. Each press of a tile is then traced
   * from the BFF to its commit and back. Without it, nothing is traced, at no cost.
   */
  OTEL_EXPORTER_OTLP_ENDPOINT: address(['http', 'https']).optional(),
}
export type TraceSettings = {
  [N in keyof typeof traceVariables]?: z.output<(typeof traceVariables)[N]>
}

/** How OTLP numbers kinds of spans. */
const kinds = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 }
type Kind = keyof typeof kinds

/** A piece of work that is timed. It has a name and no data: no tile, coin or player is in a trace. */
export type Span = {
  /** Names it elsewhere, as W3C Trace Context says: `00-<trace>-<span>-01`. */
  readonly traceparent: string
  /** Begins a part of it. */
  part(name: string, kind?: Kind): Span
  /** Ends it, with the body code of its answer where it has one. */
  end(code?: number): void
}

export type Tracer = {
  /** Begins a trace with its first span; none while more spans wait to be sent than may. */
  begin(name: string): Span | undefined
  /** Continues a trace of another process; nothing for what is no `traceparent`. */
  follow(traceparent: string, name: string, kind: Kind): Span | undefined
  /** Sends what is left. */
  close(): Promise<void>
}

const traceparentPattern = /^00-(?<traceId>[0-9a-f]{32})-(?<spanId>[0-9a-f]{16})-01$/

/** How often spans are sent, and how long the collector may take, in milliseconds. */
const everyMs = 1_000
const patienceMs = 5_000
/** Spans that wait: no trace begins beyond the first number, so that those begun stay whole; the rest is dropped beyond the second. */
const busy = 2_000
const full = 10_000

/** How far a process may be off the system's time, in milliseconds, before it is set right. */
const toleranceMs = 2

/**
 * Milliseconds since 1970, finer than the system's: what the process counts itself, set right when the system's clock has
 * left it behind, so that the spans of several processes stay comparable for as long as they run.
 */
export const fineTime = (system = Date.now, counted = () => performance.now()) => {
  let offset = system() - counted()
  return (): number => {
    const off = system() - (offset + counted())
    if (Math.abs(off) > toleranceMs) offset += off
    return offset + counted()
  }
}

type TracerOptions = {
  /** The collector's address, without `/v1/traces`. */
  endpoint: string
  /** The program, and which of its processes: `minefall-bff`, `bff-1`. */
  service: string
  node: string
  log: Pick<Logger, 'warn'>
  clock?: Clock
  /** Milliseconds since 1970, finer than the clock's. */
  now?: () => number
}

/** Sends spans to a collector as OTLP/HTTP with JSON, https://opentelemetry.io/docs/specs/otlp/#otlphttp. */
const tracerOf = (options: TracerOptions): Tracer => {
  const { service, node, log, clock = systemClock } = options
  const { now = fineTime() } = options
  const url = `${options.endpoint.replace(/\/$/, '')}/v1/traces`
  const attribute = (key: string, value: object) => ({ key, value })
  const resource = {
    attributes: [
      attribute('service.name', { stringValue: service }),
      attribute('service.instance.id', { stringValue: node }),
    ],
  }
  const nano = (ms: number) => String(BigInt(Math.round(ms * 1_000)) * 1_000n)
  let ended: object[] = []
  let dropped = 0
  let isPlanned = false
  let sent: Promise<void> = Promise.resolve()

  const post = async (spans: object[]): Promise<void> => {
    const scopeSpans = [{ scope: { name: 'minefall' }, spans }]
    try {
      const { ok, status } = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] }),
        signal: AbortSignal.timeout(patienceMs),
      })
      if (!ok) throw new Error(`the collector answered ${status}`)
    } catch (error) {
      log.warn({ err: error, spans: spans.length }, 'spans could not be sent')
    }
  }
  const send = async (): Promise<void> => {
    const spans = ended
    ended = []
    if (dropped > 0) log.warn({ dropped }, 'spans were dropped: too many waited')
    dropped = 0
    if (spans.length > 0) await post(spans)
  }
  /** One batch at a time: those of a slow collector must not pile up. */
  const plan = () => {
    if (isPlanned) return
    isPlanned = true
    clock.after(everyMs, () => {
      sent = send().then(() => {
        isPlanned = false
        if (ended.length > 0) plan()
      })
    })
  }

  const start = (traceId: string, parentSpanId: string | undefined, name: string, kind: Kind): Span => {
    const spanId = randomBytes(8).toString('hex')
    const begun = now()
    return {
      traceparent: `00-${traceId}-${spanId}-01`,
      part: (its, itsKind = 'internal') => start(traceId, spanId, its, itsKind),
      end: (code) => {
        if (ended.length >= full) {
          dropped += 1
          return
        }
        const attributes = code === undefined ? [] : [attribute('code', { intValue: String(code) })]
        const times = { startTimeUnixNano: nano(begun), endTimeUnixNano: nano(now()) }
        ended.push({ traceId, spanId, parentSpanId, name, kind: kinds[kind], ...times, attributes })
        plan()
      },
    }
  }
  return {
    begin: (name) =>
      ended.length >= busy ? undefined : start(randomBytes(16).toString('hex'), undefined, name, 'server'),
    follow: (traceparent, name, kind) => {
      const { traceId, spanId } = traceparentPattern.exec(traceparent)?.groups ?? {}
      return traceId && spanId ? start(traceId, spanId, name, kind) : undefined
    },
    close: async () => {
      await sent
      await send()
    },
  }
}

/** Traces where `OTEL_EXPORTER_OTLP_ENDPOINT` is set; undefined elsewhere. */
export const openTracer = (
  settings: TraceSettings,
  options: Omit<TracerOptions, 'endpoint'>,
): Tracer | undefined => {
  const endpoint = settings.OTEL_EXPORTER_OTLP_ENDPOINT
  return endpoint === undefined ? undefined : tracerOf({ endpoint, ...options })
}

/** Asks as the first span of a trace, which the answer ends; just asks where nothing is traced. */
export const traced = <T extends { code: number }>(
  tracer: Tracer | undefined,
  name: string,
  reply: (answer: T) => void,
  ask: (reply: (answer: T) => void) => void,
): void => {
  const span = tracer?.begin(name)
  if (!span) {
    ask(reply)
    return
  }
  const heard = (answer: T) => {
    span.end(answer.code)
    reply(answer)
  }
  within({ span }, () => ask(heard))
}

/**
 * `done`, timed as a part of the current span that begins now: it ends the part and goes on within that span. The same
 * function where nothing is traced.
 */
export const timed = <A extends unknown[]>(
  name: string,
  done: (...args: A) => void,
): ((...args: A) => void) => {
  const origin = currentOrigin()
  const part = origin?.span?.part(name)
  if (!part) return done
  return (...args) => {
    part.end()
    within(origin, () => done(...args))
  }
}
