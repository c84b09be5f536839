import type { Logger } from './log.ts'
import { redactText } from './redact.ts'
import { isStartupError } from './settings.ts'

export type Running = { close(): Promise<void> }

type RunOptions = {
  /** Reads the settings and opens the log; may throw a start-up error. */
  boot: () => {
    log: Logger
    /** Starts everything. `fail` ends the process at once with 1, and logs why. */
    start: (fail: (why: string) => void) => Promise<Running>
    /** How long a stop may take before the process ends anyway, in milliseconds; 10,000 by default. */
    stopWithinMs?: number
  }
  host?: {
    on(event: string, listener: (error: unknown) => void): unknown
    exit(code: number): void
    stderr: { write(text: string): unknown }
  }
}

const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

/**
 * The life of a process. A start-up error is one sentence on stderr and exit code 1. SIGTERM or SIGINT stops in
 * order with exit code 0; a second one, or a stop that takes too long, ends at once with 1.
 *
 * An exception or rejection that no one caught is logged with its stack and ends the process with 1: what is in
 * memory can no longer be trusted, what was acknowledged is in the database, and a new process goes on from it.
 */
export const runProcess = async ({ boot, host = process }: RunOptions): Promise<void> => {
  let stopWithinMs = 10_000
  let log: Logger | null = null
  let running: Running | null = null
  let stopping = false

  const die = (error: unknown, message: string) => {
    log?.fatal({ err: error }, message)
    if (!log) host.stderr.write(`${message}: ${redactText(stackOf(error))}\n`)
    host.exit(1)
  }
  let late: NodeJS.Timeout | undefined
  const stop = async () => {
    if (!running) return
    try {
      await running.close()
      log?.info('stopped')
      host.exit(0)
    } catch (error) {
      die(error, 'stopping failed')
    } finally {
      clearTimeout(late)
    }
  }
  const onSignal = (signal: string) => () => {
    if (stopping) return die(undefined, `${signal} again: ending without waiting`)
    stopping = true
    log?.info({ signal }, 'stopping')
    late = setTimeout(() => die(undefined, 'stopping took too long'), stopWithinMs)
    // During the start there is nothing to close yet: the start itself is waited for.
    void stop()
  }

  host.on('SIGTERM', onSignal('SIGTERM'))
  host.on('SIGINT', onSignal('SIGINT'))
  host.on('uncaughtException', (error) => die(error, 'an exception was not caught'))
  host.on('unhandledRejection', (reason) => die(reason, 'a rejection was not handled'))

  try {
    const booted = boot()
    log = booted.log
    stopWithinMs = booted.stopWithinMs ?? stopWithinMs
    running = await booted.start((why) => die(undefined, why))
    if (stopping) await stop()
  } catch (error) {
    if (isStartupError(error)) {
      // The sentence is enough; a stack would only help developers.
      log?.error(error.message)
      log?.debug({ err: error }, 'can’t start')
      host.stderr.write(`${error.message}\n`)
      return host.exit(1)
    }
    if (log) host.stderr.write('Starting failed for a reason that is in the log.\n')
    die(error, 'starting failed')
  }
}
