import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { everyCall } from '@minefall/shared/calls'
import { addressOf, envelopeSchema } from '@minefall/shared/contracts'
import { tableSchema } from '@minefall/shared/contracts/rest'
import { type Bus, inProcessBus, isStartupError, silentLogger } from '@minefall/shared/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readPlatformSettings } from './config.ts'
import { openEmbedded } from './db/embedded.ts'
import { pgliteTemplate } from './db/testing-pglite.ts'
import { edgeKeyHeader } from './http/index.ts'
import { type Platform, startPlatform } from './start.ts'

const log = silentLogger()
const deviceId = 'ab'.repeat(16)

let folder: string
let bus: Bus
let running: Platform[]
// One folder for all, as making a database takes longer than everything else here.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platform-'))
  const made = await openEmbedded({
    folder: join(folder, 'database'),
    template: await pgliteTemplate(),
    log,
  })
  await made.close()
})
afterAll(() => rm(folder, { recursive: true }))
beforeEach(() => {
  bus = inProcessBus({ log })
  running = []
})
afterEach(async () => {
  for (const platform of running) await platform.close()
  await bus.close()
})

const start = async (env: Record<string, string> = {}): Promise<Platform> => {
  const settings = readPlatformSettings({ DATA_DIR: folder, ...env })
  const platform = await startPlatform({ settings, bus, log })
  running.push(platform)
  return platform
}

describe('startPlatform', () => {
  it('serves tables to its BFF and guests on the bus, stops, and goes on from the same folder', async () => {
    const first = await start()
    expect(first.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(first.ready()).toBe(true)
    // The folder was made before.
    expect(first.firstAdmin).toBeNull()
    expect(await readFile(join(folder, 'keys', 'edge'), 'utf8')).toBe(`${first.edgeKey}\n`)

    const list = await fetch(`${first.address}/api/game/list`, {
      headers: { [edgeKeyHeader]: first.edgeKey },
    })
    expect(list.status).toBe(200)
    const tables = envelopeSchema(z.array(tableSchema)).parse(await list.json()).data
    expect(tables?.map(({ gameId }) => gameId)).toContain('mines-trial')
    const metrics = await (await fetch(`${first.address}/metrics`)).text()
    expect(metrics).toContain('minefall_match_live')
    expect(metrics).toContain('process_cpu_seconds_total')

    const guest = await bus.request('player.identify', { deviceId })
    expect(guest.code).toBe(200)
    await Promise.all([first.close(), first.close()])
    expect(first.ready()).toBe(false)
    expect((await bus.request('player.identify', { deviceId })).code).toBe(1503)

    const second = await start()
    expect(second.edgeKey).toBe(first.edgeKey)
    expect((await bus.request('player.identify', { deviceId })).data?.playerId).toBe(guest.data?.playerId)
  })

  it('takes all shards at once where no one else is on its bus, whatever else is set', async () => {
    await (await start({ NODE_NAME: 'before' })).close()
    expect((await start({ NODE_NAME: 'after', NATS_URL: 'nats://127.0.0.1:4222' })).ready()).toBe(true)
  })

  it('says in one sentence that its port is taken, before it makes anything', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const bound = z.object({ port: z.int() }).parse(other.address())
    try {
      const fresh = join(folder, 'fresh')
      const error: unknown = await start({ PLATFORM_PORT: String(bound.port), DATA_DIR: fresh }).catch(
        (reason: unknown) => reason,
      )
      expect(isStartupError(error)).toBe(true)
      expect(String(error)).toContain(`Port ${bound.port} on 127.0.0.1 is taken`)
      expect(existsSync(fresh)).toBe(false)
    } finally {
      await new Promise((resolve) => other.close(resolve))
    }
    expect((await bus.request('player.identify', { deviceId })).code).toBe(1503)
    expect((await start()).ready()).toBe(true)
  })
})

const describedSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ operationId: z.string().optional() }))),
})

describe('the calls of the contract', () => {
  it('are what is served below /api, each described by its name', async () => {
    const { address } = await start()
    const spec = describedSchema.parse(await (await fetch(`${address}/docs/json`)).json())
    const served = Object.entries(spec.paths)
      .filter(([path]) => path.startsWith('/api/'))
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(
          ([method, { operationId = 'an older address' }]) =>
            `${method.toUpperCase()} ${path} ${operationId}`,
        ),
      )
    const lineOf = (method: string, path: string, name: string) =>
      `${method} ${path.replace(/:(\w+)/g, '{$1}')} ${name}`
    const expected = [...everyCall].flatMap(([name, { method, path, alias }]) => [
      lineOf(method, path, name),
      ...(alias === undefined ? [] : [lineOf(method, alias, 'an older address')]),
    ])
    expect(served.sort()).toEqual(expected.sort())
  })

  it('that are for players answer nothing to who shows no token, or one that is worth nothing', async () => {
    const { address, edgeKey } = await start()
    const ask = async ({ method, path }: { method: string; path: `/api/${string}` }, headers: object) => {
      const url = `${address}${addressOf({ path }, { params: { id: 'x', provider: 'x' } })}`
      const answer = await fetch(url, { method, headers: { [edgeKeyHeader]: edgeKey, ...headers } })
      return { status: answer.status, ...z.looseObject({}).parse(await answer.json()) }
    }
    const forged = { authorization: `Bearer ${'0'.repeat(32)}.1.${'A'.repeat(43)}` }
    const players = [...everyCall].filter(([, { may }]) => may === 'player' || may === 'guest')
    expect(players.length).toBeGreaterThan(50)
    for (const [name, { method, path, alias = path }] of players)
      for (const call of [
        { method, path },
        { method, path: alias },
      ]) {
        expect(await ask(call, {}), name).toMatchObject({ status: 401, code: 1401, data: null })
        expect(await ask(call, { authorization: 'Bearer x' }), name).toMatchObject({ code: 1401, data: null })
        expect(await ask(call, forged), name).toMatchObject({ code: 1501, data: null })
      }
  })
})
