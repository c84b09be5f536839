import { manualClock } from '@minefall/shared/testing'
import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { drain } from './draining.ts'
import { showJobs } from './repeating.ts'

const everyMs = 10_000

/** A queue whose `next` is called with what it does, and what a scraper is shown of it. */
const queue = (job: string) => {
  const clock = manualClock()
  const metrics = new Registry()
  showJobs(metrics)
  const failures: unknown[] = []
  const rounds: ((leftOut: Set<string>) => Promise<boolean>)[] = []
  const nothing = async () => false
  let more = () => {}
  const stop = drain(
    {
      job,
      clock,
      everyMs,
      onMore: (listener) => {
        more = listener
        return () => {}
      },
      failed: (error) => void failures.push(error),
    },
    (leftOut) => (rounds.shift() ?? nothing)(leftOut),
  )
  const shown = async (name: string) => {
    const { values } = (await metrics.getMetricsAsJSON()).find((metric) => metric.name === name) ?? {}
    return values?.find(({ labels }) => labels.job === job)?.value
  }
  return {
    ...{ clock, failures, rounds, stop, more: () => more() },
    failed: () => shown('minefall_job_failures_total'),
    succeededAt: () => shown('minefall_job_success_seconds'),
  }
}

/** An item that takes until it is ended. */
const hold = () => {
  let end = (_outcome: Promise<boolean>) => {}
  const promise = new Promise<boolean>((resolve) => {
    end = resolve
  })
  return { next: () => promise, end }
}

const broken = new Error('the queue could not be read')
const fails = () => Promise.reject(broken)

it('a round by the clock that fails counts as a failure, and not as a success', async () => {
  const { clock, rounds, failures, failed, succeededAt, stop } = queue('rounds')
  await clock.advance(everyMs)
  const before = clock.now() / 1_000
  expect(await succeededAt()).toBe(before)
  rounds.push(fails)
  await clock.advance(everyMs)
  expect([await failed(), failures]).toEqual([1, [broken]])
  expect(await succeededAt()).toBe(before)
  await clock.advance(everyMs)
  expect(await succeededAt()).toBe(clock.now() / 1_000)
  await stop()
})

it('what fails between two rounds is reported once, also where a round waits for it', async () => {
  const { clock, rounds, failures, more, failed, stop } = queue('between')
  await clock.advance(0)
  rounds.push(fails)
  more()
  await clock.advance(0)
  expect(failures).toEqual([broken])

  const held = hold()
  rounds.push(held.next)
  more()
  await clock.advance(everyMs)
  held.end(fails())
  await clock.advance(0)
  expect(failures).toEqual([broken, broken])
  expect((await failed()) ?? 0).toBe(0)
  await stop()
})

it('one that is stopped while a round waits ends with the item in hand', async () => {
  const { clock, rounds, failures, more, stop } = queue('waited for')
  await clock.advance(0)
  const held = hold()
  rounds.push(held.next)
  more()
  await clock.advance(everyMs)
  const stopped = stop()
  held.end(Promise.resolve(true))
  await stopped
  expect([failures, rounds]).toEqual([[], []])
})

it('one that is stopped waits for the item in hand, and reports that it failed', async () => {
  const { clock, rounds, failures, more, stop } = queue('stopped')
  await clock.advance(0)
  const held = hold()
  rounds.push(held.next)
  more()
  const stopped = stop()
  held.end(fails())
  await stopped
  expect(failures).toEqual([broken])
})

it('misses nothing that comes while the round before comes to its end', async () => {
  for (let steps = 0; steps < 8; steps += 1) {
    const { clock, rounds, more, stop } = queue('late')
    await clock.advance(0)
    const late = async () => {
      for (let step = 0; step < steps; step += 1) await null
      rounds.push(async () => false)
      more()
    }
    rounds.push(async () => {
      void late()
      return false
    })
    more()
    await clock.advance(0)
    expect([steps, rounds]).toEqual([steps, []])
    await stop()
  }
})

it('tries again by the clock what was left out, though more comes without end', async () => {
  const { clock, rounds, more, stop } = queue('endless')
  await clock.advance(0)
  const leftOuts: string[][] = []
  const held = [hold(), hold(), hold()] as const
  for (const { next } of held)
    rounds.push((leftOut) => {
      leftOuts.push([...leftOut])
      leftOut.add('one')
      return next()
    })
  more()
  held[0].end(Promise.resolve(true))
  await clock.advance(0)
  await clock.advance(everyMs)
  held[1].end(Promise.resolve(true))
  await clock.advance(0)
  expect(leftOuts).toEqual([[], ['one'], []])
  held[2].end(Promise.resolve(false))
  await stop()
})

it('a queue that takes longer than an interval shows with each item that it gets on', async () => {
  const { clock, rounds, more, succeededAt, stop } = queue('long')
  await clock.advance(0)
  const held = [hold(), hold()] as const
  for (const { next } of held) rounds.push(next)
  more()
  const before = await succeededAt()
  await clock.advance(3 * everyMs)
  expect(await succeededAt()).toBe(before)
  held[0].end(Promise.resolve(true))
  await clock.advance(0)
  expect(await succeededAt()).toBe(clock.now() / 1_000)
  held[1].end(Promise.resolve(false))
  await stop()
})
