import { execFileSync } from 'node:child_process'
import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { showDisk } from './index.ts'

/** Other tests write to the temporary folder, and fill it. */
const quiet = '/'

it('shows what part of a disk can’t be written to', async () => {
  const metrics = new Registry()
  showDisk(metrics, quiet)
  const { values } = (await metrics.getSingleMetric('minefall_disk_used_ratio')?.get()) ?? { values: [] }
  const [, size, , free] =
    execFileSync('df', ['-kP', quiet], { encoding: 'utf8' }).split('\n')[1]?.split(/\s+/) ?? []
  expect(values[0]?.value).toBeCloseTo(1 - Number(free) / Number(size), 2)
})
