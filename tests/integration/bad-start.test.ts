import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@minefall/platform'
import { silentLogger } from '@minefall/shared/node'
import { freePort } from '@minefall/shared/testing-ports'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyDatabase, runServer } from '../harness/server.ts'

/** A bad start says one sentence, has exit code 1 and shows no stack. */
const expectOneSentence = ({ code, output }: { code: number | null; output: string }, about: RegExp) => {
  expect(code).toBe(1)
  const lines = output.trim().split('\n')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(about)
  expect(output).not.toMatch(/^\s+at /m)
}

describe('a start that can not succeed says why in one sentence', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'minefall-bad-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('port taken', async () => {
    const blocker = createServer().listen(0, '0.0.0.0')
    await once(blocker, 'listening')
    const address = blocker.address()
    const port = typeof address === 'object' && address ? String(address.port) : ''
    expectOneSentence(await runServer({ PORT: port, DATA_DIR: join(folder, 'port') }), /port/i)
    blocker.close()
    expect(existsSync(join(folder, 'port', 'database'))).toBe(false)
  })

  it('data folder can not be made', async () => {
    await writeFile(join(folder, 'file'), '')
    expectOneSentence(
      await runServer({ PORT: String(await freePort()), DATA_DIR: join(folder, 'file', 'data') }),
      /DATA_DIR|folder/,
    )
  })

  it('data folder in use by another process, which goes on unharmed', async () => {
    const used = join(folder, 'used')
    await copyDatabase(used)
    const db = await openDatabase({ folder: join(used, 'database'), log: silentLogger() })
    expectOneSentence(await runServer({ PORT: String(await freePort()), DATA_DIR: used }), /in use|another/i)
    expect((await db.query('select from game_table')).count).toBeGreaterThan(0)
    await db.close()
  })

  it('a setting that makes no sense', async () => {
    expectOneSentence(await runServer({ PORT: 'lots', DATA_DIR: join(folder, 'setting') }), /PORT/)
  })

  it('a database that does not answer', async () => {
    const DATABASE_URL = `postgres://no-one:hidden-word@127.0.0.1:${await freePort()}/minefall`
    const result = await runServer({
      PORT: String(await freePort()),
      DATA_DIR: join(folder, 'refused'),
      DATABASE_URL,
    })
    expectOneSentence(result, /DATABASE_URL|database/i)
    expect(result.output).not.toContain('hidden-word')
  })

  it('a way to send mail, and not production', async () => {
    const said = await runServer({
      HOST: '0.0.0.0',
      DATA_DIR: join(folder, 'half'),
      SMTP_URL: 'smtp://mail:25',
    })
    expectOneSentence(said, /^HOST is 0\.0\.0\.0 and SMTP_URL is set/)
    expect(said.output).toMatch(/set NODE_ENV=production and PUBLIC_URL, or, .*=127\.0\.0\.1/)
    expect(existsSync(join(folder, 'half'))).toBe(false)
  })
})
