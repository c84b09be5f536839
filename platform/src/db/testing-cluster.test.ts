import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { accepts, joinCluster } from './testing-cluster.ts'

it('goes past a folder that a power cut left, and all workers of a run find the same server', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'minefall-left-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o711)
  const place = join(folder, 'pg')
  const left = `${place}-0`
  await mkdir(left)
  await writeFile(join(left, 'ready'), '')
  const [one, other] = await Promise.all([joinCluster(place), joinCluster(place)])
  expect(other.url('postgres')).toBe(one.url('postgres'))
  expect(await accepts(one.url('postgres'))).toBe(true)
  // Who removes it may remove what another worker has just put there.
  expect(await readdir(left)).toEqual(['ready'])
})
