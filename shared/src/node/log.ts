import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  type Bindings,
  type ChildLoggerOptions,
  type DestinationStream,
  destination,
  type Logger,
  pino,
} from 'pino'
import { readableLine } from './readable-log.ts'
import { redact, redactText } from './redact.ts'
import { currentRequestId } from './request-context.ts'
import { startupError } from './startup-error.ts'

export type { Logger }

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export type LogOptions = {
  level: LogLevel
  /** JSON lines for machines (production), or one short line an entry for people. */
  format: 'json' | 'readable'
  /** A file to append to, its folder made if missing; stdout without it. */
  file?: string
  /** Where lines go instead, for tests. */
  to?: DestinationStream
}

const open = (file: string | undefined): DestinationStream => {
  if (file === undefined) return destination({ dest: 1, sync: true })
  try {
    mkdirSync(dirname(file), { recursive: true })
    return destination({ dest: file, sync: true, append: true })
  } catch (error) {
    throw startupError(
      `The log file ${file} can't be written; check who owns its folder and its rights.`,
      error,
    )
  }
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
export const createLogger = ({ level, format, file, to }: LogOptions): Logger =>
  redactBindings(
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
          streamWrite: (line) => (format === 'json' ? redactText(line) : readableLine(redactText(line))),
        },
      },
      to ?? open(file),
    ),
  )

/** For code that must be given a logger and a reader who wants none. */
export const silentLogger = (): Logger => createLogger({ level: 'silent', format: 'json' })
