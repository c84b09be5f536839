import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { root } from '../load/repository.ts'

const keeper = pathToFileURL(join(root, 'tests/dist/cluster/keeper.js')).href

/** Keeps three processes that wait and hold its output open, of which one is frozen and one ends on its own. */
const program = (folder: string) => `
  import { spawn } from 'node:child_process'
  import { endWithUs, removeWithUs } from ${JSON.stringify(keeper)}
  const stdio = ['ignore', 'inherit', 'ignore']
  const started = [0, 1, 2].map(() => spawn('sleep', ['600'], { detached: true, stdio }))
  started.forEach((child) => endWithUs(child))
  removeWithUs(${JSON.stringify(folder)})
  started[1].kill('SIGSTOP')
  started[2].once('exit', () => console.log('kept'))
  started[2].kill()
`

it('ends what it keeps, frozen or not, and removes its folders with the process that was killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'minefall-keeper-'))
  const parent = spawn(process.execPath, ['--input-type=module', '-e', program(folder)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [told] = await once(parent.stdout, 'data')
  expect(String(told)).toBe('kept\n')
  expect(existsSync(folder)).toBe(true)

  const closed = once(parent.stdout, 'close')
  parent.kill('SIGKILL')
  await closed
  await expect.poll(() => existsSync(folder)).toBe(false)
})
