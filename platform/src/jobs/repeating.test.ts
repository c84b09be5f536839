import { manualClock } from '@minefall/shared/testing'
import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { repeat, showJobs } from './repeating.ts'

it('a job shows how often it runs, when it last succeeded and how often it failed, from its start on', async () => {
  const clock = manualClock()
  const metrics = new Registry()
  showJobs(metrics)
  const shown = async () =>
    (await metrics.getMetricsAsJSON()).map(
      ({ values }) => values.find(({ labels }) => labels.job === 'sweep')?.value,
    )
  const began = clock.now() / 1_000
  let isBroken = true
  const stop = repeat({ job: 'sweep', clock, everyMs: 600_000, failed: () => {} }, async () => {
    if (isBroken) throw new Error('refused')
  })
  expect(await shown()).toEqual([began, 0, 600])
  await clock.advance(600_000)
  expect(await shown()).toEqual([began, 1, 600])
  isBroken = false
  await clock.advance(600_000)
  expect(await shown()).toEqual([began + 1_200, 1, 600])
  await stop()
})
