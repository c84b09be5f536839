import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { isStartupError, silentLogger } from '@minefall/shared/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEmbedded } from './embedded.ts'
import { lockFolder } from './folder-lock.ts'
import { openDatabase } from './index.ts'
import { pgliteTemplate } from './testing-pglite.ts'

const log = silentLogger()
const script = fileURLToPath(new URL('testing-child.mjs', import.meta.url))

describe('a process that is killed', () => {
  let folder: string
  const children: ChildProcess[] = []
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'minefall-kill-'))
  })
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })

  const start = (path: string, what = 'write') => {
    const args = ['--conditions=source', '--liftoff-only', script, path, what]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(child)
    return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() }
  }
  const kill = async (child: ChildProcess) => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  it('has lost nothing that it committed, and half of nothing', async () => {
    const path = join(folder, 'durable')
    await (await openEmbedded({ folder: path, template: await pgliteTemplate(), log })).close()
    let acknowledged = 0
    for (const writes of [7, 23]) {
      const { child, lines } = start(path)
      expect((await lines.next()).value).toBe('open')
      for (let count = 0; count < writes; count++) acknowledged = Number((await lines.next()).value)
      await kill(child)
    }
    const database = await openDatabase({ folder: path, log })
    const { rows } = await database.query<{ rows: bigint; last: number; whole: boolean }>(
      `select count(*) as rows, max(n) as last, bool_and(half = 'whole') as whole from written`,
    )
    await database.close()
    expect(acknowledged).toBeGreaterThanOrEqual(30)
    expect(rows[0]?.last).toBeGreaterThanOrEqual(acknowledged)
    expect(rows[0]).toMatchObject({ rows: BigInt(rows[0]?.last ?? 0), whole: true })
  })

  it('lets its folder go at once', async () => {
    const path = join(folder, 'lock')
    const { child, lines } = start(path, 'lock')
    expect((await lines.next()).value).toBe('held')
    const refused = await lockFolder(path).catch((error: unknown) => error)
    expect(isStartupError(refused) && refused.message).toMatch(`in use by process ${child.pid};`)
    await kill(child)
    const lock = await lockFolder(path)
    await lock.release()
  })
})

describe('the lock of a folder', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'minefall-lock-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('goes to one of many that start at the same time, again and again', async () => {
    for (let round = 0; round < 20; round++) {
      const results = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)))
      const held = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
      expect(held).toHaveLength(1)
      await held[0]?.release()
    }
    expect(await readdir(join(folder, 'lock'))).toHaveLength(1)
  })

  it('reaches into folders with very long names', async () => {
    const deep = join(folder, 'a'.repeat(100), 'b'.repeat(100))
    const lock = await lockFolder(deep)
    await expect(lockFolder(deep)).rejects.toThrow('in use')
    await lock.release()
  })
})
