import type { CDPSession } from '@playwright/test'
import { z } from 'zod'

/** What something took: milliseconds by the clock, and of the main thread's own processor time. */
export type Took = { ms: number; ownMs: number }

export const median = (values: readonly number[]): number => {
  const middle = [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)]
  if (middle === undefined) throw new Error('the median of nothing')
  return middle
}

/** The least that this share of them doesn't exceed. */
export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((one, other) => one - other)[Math.ceil(values.length * share) - 1] ?? Number.NaN

/** Of an event of a trace what is read here; times are microseconds. */
const eventSchema = z.object({
  name: z.string(),
  cat: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number(),
  dur: z.number().optional(),
  tts: z.number().optional(),
  tdur: z.number().optional(),
})
type Event = z.infer<typeof eventSchema>

/** The page's marks, the pieces of work of its threads, and their waits for the process that draws with WebGL. */
const categories = ['blink.user_timing', 'disabled-by-default-devtools.timeline', 'gpu']

/** A thread that waits spins in a slowed-down page, which is no work. */
const isWait = ({ name }: Event) => name.startsWith('CommandBufferProxyImpl::WaitFor')

const end = ({ ts, dur = 0 }: Event) => ts + dur
const ms = (micro: number) => micro / 1000

/**
 * Of marks in order of time: each `from` with the first `to` behind it, if a `proof` follows too; of several `from` in a
 * row, the last.
 */
export const pairs = <Mark extends { name: string }>(
  marks: readonly Mark[],
  { from, to, proof }: { from: string; to: string; proof: string },
): [began: Mark, ended: Mark][] => {
  let began: Mark | undefined
  let ended: Mark | undefined
  let isProved = false
  return marks.flatMap((mark): [Mark, Mark][] => {
    if (mark.name === from) [began, ended, isProved] = [mark, undefined, false]
    if (mark.name === to && began) ended ??= mark
    if (mark.name === proof && began) isProved = true
    if (!began || !ended || !isProved) return []
    const pair: [Mark, Mark] = [began, ended]
    began = undefined
    return [pair]
  })
}

/** Traces a page until the returned function is called; that answers what was seen of its main thread. */
export const trace = async (devtools: CDPSession) => {
  const events: unknown[] = []
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...value))
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: categories, excludedCategories: ['*'] },
  })
  return async () => {
    const ended = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve))
    await devtools.send('Tracing.end')
    await ended
    return readTrace(z.array(eventSchema).parse(events))
  }
}

const readTrace = (events: readonly Event[]) => {
  const marks = events
    .filter(({ cat }) => cat === 'blink.user_timing')
    .sort((one, other) => one.ts - other.ts)
  const main = events.filter(({ pid, tid }) => pid === marks[0]?.pid && tid === marks[0]?.tid)
  const waits = main.filter(isWait)
  const ownOf = (from: number, to: number, spent: number) =>
    waits.reduce((own, wait) => (wait.ts >= from && end(wait) <= to ? own - (wait.tdur ?? 0) : own), spent)
  return {
    between: (what: { from: string; to: string; proof: string }): Took[] =>
      pairs(marks, what).map(([{ ts, tts = 0 }, ended]) => ({
        ms: ms(ended.ts - ts),
        ownMs: ms(ownOf(ts, ended.ts, (ended.tts ?? 0) - tts)),
      })),
    /** What the main thread did in one piece. */
    tasks: main
      .filter(({ name }) => name === 'RunTask')
      .map((task): Took => ({ ms: ms(task.dur ?? 0), ownMs: ms(ownOf(task.ts, end(task), task.tdur ?? 0)) })),
  }
}
