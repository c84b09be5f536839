import { type Bindings, type ChildLoggerOptions, type DestinationStream, type Logger, pino } from 'pino'
import { openLog } from './log-output.ts'
import { redact, redactText } from './redact.ts'
import { currentRequestId } from './request-context.ts'

export type { Logger }

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export type LogOptions = {
  level: LogLevel
  /** JSON lines for machines (production), or one short line an entry for people. */
  format: 'json' | 'readable'
  /** Where lines go; stdout by default. */
  to?: DestinationStream
  /** Milliseconds since some point in time, for tests. */
  now?: () => number
}

/** Lines of this level (pino's `info`) and above are bounded; below they are written where an operator asks for all. */
const boundFrom = 30
/** Lines with one text that may be written at once, and how many more each minute. */
const alikeAtOnce = 60
const alikePerMinute = 60
/** How many texts are distinguished. All are in the program's source, except those of libraries. */
const textsMost = 1_000

/**
 * Lets lines through until there were too many with the same text, so that a caller who causes thousands a second
 * can't fill the disk. Answers how many were left out before this one, or null if this one is left out.
 */
const fewAlike = (now: () => number): ((text: string) => number | null) => {
  const seen = new Map<string, { room: number; at: number; leftOut: number }>()
  return (text) => {
    const key = seen.has(text) || seen.size < textsMost ? text : ''
    const time = now()
    const before = seen.get(key) ?? { room: alikeAtOnce, at: time, leftOut: 0 }
    const room = Math.min(alikeAtOnce, before.room + ((time - before.at) * alikePerMinute) / 60_000)
    const isLeftOut = room < 1
    seen.set(key, {
      room: isLeftOut ? room : room - 1,
      at: time,
      leftOut: isLeftOut ? before.leftOut + 1 : 0,
    })
    return isLeftOut ? null : before.leftOut
  }
}

/** Fields that have their place in a readable line. */
const placed = new Set(['time', 'level', 'msg', 'err', 'error'])

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const parse = (line: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(line)
    return isFields(value) ? value : null
  } catch {
    return null
  }
}

const show = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const stackOf = (value: unknown): string => {
  if (!isFields(value)) return ''
  const cause = stackOf(value.cause)
  return `\n  ${show(value.stack ?? value.message).replaceAll('\n', '\n  ')}${cause && `\n  because of${cause}`}`
}

/** One JSON log line as people read it: `12:03:04.567 info  message  field=value`, then the error's stack. */
const readableLine = (line: string): string => {
  const fields = parse(line)
  if (!fields) return line
  const time = typeof fields.time === 'string' ? fields.time.slice(11, 23) : ''
  const rest = Object.entries(fields)
    .filter(([name]) => !placed.has(name))
    .map(([name, value]) => `  ${name}=${show(value)}`)
    .join('')
  return `${time} ${show(fields.level).padEnd(5)} ${show(fields.msg ?? '')}${rest}${stackOf(fields.err ?? fields.error)}\n`
}

/** Marks a logger whose bindings name a request, and its children. */
const namesRequest = Symbol('names a request')

/** The request within which a line is written, unless the line or its logger names one. */
const requestOf = (_: object, __: number, log: object) => {
  const requestId = namesRequest in log ? undefined : currentRequestId()
  return requestId === undefined ? {} : { requestId }
}

/** Pino formats the bindings of a child by nothing but serializers, so they are redacted on their way in. */
const redactBindings = (log: Logger): Logger => {
  const { child } = log
  return Object.assign(log, {
    child(this: Logger, bindings: Bindings, options?: ChildLoggerOptions): Logger {
      const made: Logger = Reflect.apply(child, this, [redact(bindings), options])
      return 'requestId' in bindings ? Object.assign(made, { [namesRequest]: true }) : made
    },
  })
}

/**
 * The one way to a logger, so that every line passes the redaction: objects and bindings by the names of their
 * fields, errors with their causes, and finally the written line by pattern. A line written within a request has its
 * `requestId`.
 */
export const createLogger = ({
  level,
  format,
  to = openLog(undefined),
  now = Date.now,
}: LogOptions): Logger => {
  const admit = fewAlike(now)
  return redactBindings(
    pino(
      {
        level,
        base: null,
        mixin: requestOf,
        timestamp: () => `,"time":"${new Date().toISOString()}"`,
        formatters: {
          level: (label) => ({ level: label }),
          log: redact,
        },
        // `redact` has made plain fields of it already.
        serializers: { err: (error: unknown) => error },
        hooks: {
          logMethod(args, method, at) {
            const [first, second] = args
            const message = typeof first === 'string' ? first : String(second ?? '')
            const isBound =
              at >= boundFrom && !(typeof first === 'object' && first !== null && 'alarm' in first)
            const leftOut = isBound ? admit(message) : 0
            if (leftOut === null) return
            if (leftOut > 0)
              method.call(this, { leftOut, line: message }, 'lines were left out: too many alike')
            method.apply(this, args)
          },
          streamWrite: (line) => (format === 'json' ? redactText(line) : readableLine(redactText(line))),
        },
      },
      to,
    ),
  )
}

/** A logger that discards everything. */
export const silentLogger = (): Logger => createLogger({ level: 'silent', format: 'json' })
