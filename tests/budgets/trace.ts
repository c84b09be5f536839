import type { CDPSession } from '@playwright/test'
import { z } from 'zod'

/** What something took: milliseconds by the clock, and of the main thread's own processor time. */
export type Took = { ms: number; ownMs: number }

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
    /** From the last mark `from` before each `via` to the first `to` behind that. */
    between(from: string, via: string, to: string): Took[] {
      let began: Event | undefined
      let isUnderWay = false
      return marks.flatMap((mark) => {
        if (mark.name === from && !isUnderWay) began = mark
        if (mark.name === via && began) isUnderWay = true
        if (mark.name !== to || !began || !isUnderWay) return []
        const { ts, tts = 0 } = began
        began = undefined
        isUnderWay = false
        return [{ ms: ms(mark.ts - ts), ownMs: ms(ownOf(ts, mark.ts, (mark.tts ?? 0) - tts)) }]
      })
    },
    /** What the main thread did in one piece. */
    tasks: main
      .filter(({ name }) => name === 'RunTask')
      .map((task): Took => ({ ms: ms(task.dur ?? 0), ownMs: ms(ownOf(task.ts, end(task), task.tdur ?? 0)) })),
  }
}
