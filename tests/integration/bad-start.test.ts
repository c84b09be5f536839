import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort, runServer, type Server, startServer } from '../harness/server.ts'

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
  let running: Server
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'minefall-bad-'))
    running = await startServer()
  })
  afterAll(async () => {
    await running.remove()
    await rm(folder, { recursive: true, force: true })
  })

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
    expectOneSentence(
      await runServer({ PORT: String(await freePort()), DATA_DIR: running.dataDir }),
      /in use|another/i,
    )
    expect((await fetch(`${running.url}/api/game/list`)).status).toBe(200)
  })

  it('a setting that makes no sense', async () => {
    expectOneSentence(await runServer({ PORT: 'lots', DATA_DIR: join(folder, 'setting') }), /PORT/)
  })

  it('a database address that is none', async () => {
    expectOneSentence(
      await runServer({
        PORT: String(await freePort()),
        DATA_DIR: join(folder, 'url'),
        DATABASE_URL: 'mysql://x',
      }),
      /DATABASE_URL/,
    )
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

  it('production without a database server', async () => {
    expectOneSentence(
      await runServer({
        PORT: String(await freePort()),
        DATA_DIR: join(folder, 'production'),
        NODE_ENV: 'production',
      }),
      /DATABASE_URL/,
    )
  })

  it.each([
    ['a database server', { DATABASE_URL: 'postgres://db/x' }, /^HOST is 0\.0\.0\.0 and DATABASE_URL is set/],
    ['a way to send mail', { SMTP_URL: 'smtp://mail:25' }, /^HOST is 0\.0\.0\.0 and SMTP_URL is set/],
    ['a proxy in front', { TRUSTED_PROXIES: '1' }, /^TRUSTED_PROXIES is 1/],
    ['TLS', { PUBLIC_URL: 'https://play.example' }, /^PUBLIC_URL is https:/],
  ])('%s, and not production', async (_, settings, about) => {
    const said = await runServer({ HOST: '0.0.0.0', DATA_DIR: join(folder, 'half'), ...settings })
    expectOneSentence(said, about)
    expect(said.output).toMatch(/set NODE_ENV=production and PUBLIC_URL, or, .*=127\.0\.0\.1/)
    expect(existsSync(join(folder, 'half'))).toBe(false)
  })
})
