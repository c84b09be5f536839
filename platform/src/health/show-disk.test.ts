import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { showDisk } from './index.ts'

it('shows what part of a disk can’t be written to', async () => {
  const metrics = new Registry()
  showDisk(metrics, tmpdir())
  const { values } = (await metrics.getSingleMetric('minefall_disk_used_ratio')?.get()) ?? { values: [] }
  const [, size, , free] =
    execFileSync('df', ['-kP', tmpdir()], { encoding: 'utf8' }).split('\n')[1]?.split(/\s+/) ?? []
  expect(values[0]?.value).toBeCloseTo(1 - Number(free) / Number(size), 2)
})
