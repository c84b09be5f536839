import { existsSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testServer } from '@minefall/platform/testing'
import { startNats } from '@minefall/shared/testing-nats'
import { freePort } from '@minefall/shared/testing-ports'
import { afterAll, expect, it } from 'vitest'
import { connectPlayer } from '../harness/player.ts'
import { postgresRelay } from '../harness/postgres-relay.ts'
import { headless, quick } from '../harness/settings.ts'
import { buildImages, runIn, startIn, whyNot } from './image.ts'

const databases = testServer()
let place: string | null = null
afterAll(async () => {
  if (place !== null) await rm(place, { recursive: true, force: true })
})

const isForTests = /(^|\/)(testing|simulation|faults|model)|\.test\./
const builtIn = (app: string): string[] =>
  ['shared', 'platform', 'bff']
    .map((part) => join(app, part))
    .filter((part) => existsSync(part))
    .flatMap((part) => readdirSync(part, { recursive: true, encoding: 'utf8' }))
    .filter((file) => !file.includes('node_modules'))

const untilReady = (url: string) =>
  expect
    .poll(() =>
      fetch(`${url}/readyz`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200)

it('the Dockerfile, step by step, makes images whose programs play together', async ({ skip }) => {
  const reason = whyNot()
  if (reason !== null) return skip(reason)
  place = await mkdtemp(join(tmpdir(), 'minefall-images-'))
  const images = buildImages(place, (line) => console.log(line))
  const [platform, bff] = [images.get('platform'), images.get('bff')]
  if (!platform || !bff) throw new Error('the Dockerfile has no such stages')

  // Neither has what only the other one needs.
  expect(existsSync(join(platform.folder, 'app/client/dist'))).toBe(false)
  expect(existsSync(join(bff.folder, 'app/platform/dist'))).toBe(false)
  expect(existsSync(join(bff.folder, 'app/node_modules/vite'))).toBe(false)
  // Nor has either what only tests need.
  for (const { folder } of [platform, bff])
    expect(builtIn(join(folder, 'app')).filter((file) => isForTests.test(file))).toEqual([])

  // As docker-compose.yml does it: a separate start makes the secrets, each in the folder of those that need it.
  runIn(platform, ['node', 'scripts/make-secrets.mjs', '/secrets'], { as: 'node:node' })
  const secrets = (kind: string) => join(platform.folder, 'secrets', kind)

  const nats = await startNats()
  const database = new URL(await databases.fresh())
  // The images' user may not enter the folder of the server's socket.
  const relay = await postgresRelay(
    join(database.searchParams.get('host') ?? '', '.s.PGSQL.5432'),
    'platform',
  )
  const ports = { platform: await freePort(), bff: await freePort() }
  const logs = join(place, 'logs')
  await mkdir(logs)
  const running = [
    startIn(platform, {
      env: {
        ...quick,
        NODE_ENV: 'test',
        PUBLISHED_ON: '127.0.0.1',
        DATABASE_URL: `postgres://minefall@127.0.0.1:${relay.port}${database.pathname}`,
        NATS_URL: nats.url,
        PLATFORM_PORT: String(ports.platform),
      },
      log: join(logs, 'platform'),
      keys: { folder: secrets('platform'), at: '/data/keys' },
    }),
    startIn(bff, {
      env: {
        ...headless,
        NODE_ENV: 'test',
        PUBLISHED_ON: '127.0.0.1',
        NATS_URL: nats.url,
        UPSTREAM_URL: `http://127.0.0.1:${ports.platform}`,
        EDGE_KEY_FILE: '/keys/edge',
        PORT: String(ports.bff),
      },
      log: join(logs, 'bff'),
      keys: { folder: secrets('bff'), at: '/keys' },
    }),
  ]
  const url = `http://127.0.0.1:${ports.bff}`
  await untilReady(`http://127.0.0.1:${ports.platform}`)
  await untilReady(url)
  expect((await fetch(url)).headers.get('content-type')).toMatch(/^text\/html/)
  const player = await connectPlayer(url)
  await player.join('mines-trial', '100', 'trial')
  expect((await player.play()).phase).toBe('settled')
  player.leave()
  for (const child of running) child.kill('SIGKILL')
  await relay.close()
  await nats.remove()
})
