import type { Digest } from '../contracts/live/index.ts'
import { type ManualClock, manualClock } from '../testing/index.ts'
import type { Bus } from './bus.ts'
import type { Clock } from './clock.ts'
import { createLogger, type Logger } from './log.ts'

/** Opens the bus under test. Timeouts go by `clock`, failures of handlers to `log`. */
export type OpenBus = (options: { clock: Clock; log: Logger; newRequestId: () => string }) => Promise<Bus>

/** A bus for one test, which closes it, and the lines that it logs. */
export const openForTest = async (
  open: OpenBus,
): Promise<{ bus: Bus; clock: ManualClock; lines: Record<string, unknown>[] }> => {
  const clock = manualClock()
  const lines: Record<string, unknown>[] = []
  const log = createLogger({
    level: 'error',
    format: 'json',
    to: { write: (line) => void lines.push(JSON.parse(line)) },
  })
  return { bus: await open({ clock, log, newRequestId: () => 'request-1' }), clock, lines }
}

export const edgeBeat = (at: number) => ({ edge: 'edge-1', at })
export const digest = (at: number): Digest => ({ at, playing: 0, tables: [], wins: [], live: [] })

/** What names may be made of, also where it means something to a network. */
export const oddTexts = ['a', '', 'a.b', '.', '*', '>', '~', '=', 'a b', 'line\nbreak', 'ü🙂', 'x'.repeat(64)]

/** 16 bytes of hex, another for each number. */
export const idOf = (number: number) => number.toString(16).padStart(32, '0')

/** A promise and what settles it. */
export const signal = <T = void>() => {
  let settle: (value: T) => void = () => {}
  const done = new Promise<T>((resolve) => {
    settle = resolve
  })
  return { done, settle }
}
