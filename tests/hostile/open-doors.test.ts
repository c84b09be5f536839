import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '@minefall/platform'
import { testServer } from '@minefall/platform/testing'
import { addTestStaff } from '@minefall/platform/testing-staff'
import { depositPreviewSchema } from '@minefall/shared/contracts/rest'
import { silentLogger } from '@minefall/shared/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bearer, get, post, signInByCode } from '../harness/accounts.ts'
import { openDesk } from '../harness/desk.ts'
import { addresses, type From, type OwnNetwork, ownNetwork } from '../harness/own-network.ts'
import { copyDatabase } from '../harness/server.ts'
import { programs, root, testedFlags } from '../load/repository.ts'

/**
 * Starts the program with each line that README.md and docs/install.md give for it, in its own network, and knocks
 * from another address at what is for development.
 */

type Line = { said: string; settings: Record<string, string>; command: 'start' | 'run cluster' }

const pages = ['README.md', 'docs/install.md']
const documented = (text: string): Line[] =>
  [...text.matchAll(/((?:[A-Z_]+=[^\s`]+ )*)npm (start|run cluster)\b/g)].map(
    ([said, settings = '', command]) => ({
      said,
      command: command === 'start' ? 'start' : 'run cluster',
      settings: Object.fromEntries(
        [...settings.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name, to]) => [name, to]),
      ),
    }),
  )
const texts = await Promise.all(pages.map((page) => readFile(join(root, page), 'utf8')))
/** Each once, wherever the database of an example is. */
const lines = [
  ...new Map(
    texts
      .flatMap(documented)
      .map((line) => [line.said.replace(/DATABASE_URL=\S+/, 'DATABASE_URL=…'), line] as const),
  ),
].map(([said, line]) => ({ ...line, said }))

const port = 8080
let network: OwnNetwork
let folder: string
beforeAll(async () => {
  network = await ownNetwork()
  folder = await mkdtemp(join(tmpdir(), 'minefall-doors-'))
})
afterAll(async () => {
  await stop()
  await network.remove()
  await rm(folder, { recursive: true, force: true })
})

const compiled = { start: programs.server, 'run cluster': join(root, 'tests/dist/cluster/main.js') } as const

/** Ends the program that runs. */
let stop = async () => {}

/** Runs a line in the network, in place of the one before, until it answers or to its end. */
const run = async ({ settings, command }: Pick<Line, 'settings' | 'command'>) => {
  await stop()
  const dataDir = await mkdtemp(join(folder, 'data-'))
  const url = await testServer().fresh()
  const needsServer = settings.DATABASE_URL !== undefined || command === 'run cluster'
  if (needsServer) await (await openDatabase({ url, log: silentLogger() })).close()
  else await copyDatabase(dataDir)
  // As someone has it who has set nothing else: what runs tests may have set NODE_ENV.
  const { NODE_ENV: _, ...own } = process.env
  const env = {
    ...own,
    ...settings,
    DATA_DIR: dataDir,
    ...(needsServer ? { DATABASE_URL: url } : {}),
  }
  const child = network.spawn(process.execPath, [...testedFlags, compiled[command]], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (said) => (output += String(said)))
  const ended = () => child.exitCode !== null || child.signalCode !== null
  stop = async () => {
    if (ended()) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await gone
  }
  while (!ended() && (await network.ask({ from: 'here', port, path: '/readyz' }))?.status !== 200)
    await delay(20)
  return { isUp: !ended(), code: child.exitCode, output, dataDir, databaseUrl: url }
}

type Program = Awaited<ReturnType<typeof run>>

const paths = [
  '/dev/inbox',
  '/dev/inbox/',
  '//dev/inbox',
  '/dev%2finbox',
  '/sandbox%2fcheckout.css',
  '/api/../dev/inbox',
  '/api/%2e%2e/dev/inbox',
  '/sandbox',
  '/sandbox/checkout.css',
  '/sandbox/checkout/x',
  '/docs',
  '/docs/',
  '/docs/json',
  '/docs/static/index.html',
  '/metrics',
  '/api/desk/me',
]
/** What a stranger may say of themselves. */
const disguises: Record<string, string>[] = [
  {},
  { host: 'localhost' },
  { host: `127.0.0.1:${port}`, 'x-forwarded-for': '127.0.0.1', forwarded: 'for=127.0.0.1' },
  { host: 'localhost', 'x-minefall-this-machine': '1', 'x-minefall-edge': '1', 'x-real-ip': '::1' },
  { host: 'play.example', 'x-forwarded-host': 'localhost', 'x-forwarded-proto': 'https' },
]

/** What answers a stranger with anything but that there is nothing for them. */
const openTo = async (from: From): Promise<string[]> => {
  const found: string[] = []
  for (const path of paths)
    for (const headers of disguises) {
      const answer = await network.ask({
        from,
        port,
        path,
        headers: { ...headers, accept: 'application/json' },
      })
      if (answer !== null && ![400, 401, 403, 404, 421].includes(answer.status))
        found.push(`${answer.status} ${path} ${JSON.stringify(headers)}`)
    }
  return found
}

const statuses = (from: From, asked: readonly string[], headers: Record<string, string> = {}) =>
  Promise.all(asked.map(async (path) => (await network.ask({ from, port, path, headers }))?.status ?? null))

const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
const live = (path: string) => `${path}?EIO=4&transport=websocket`
/** How an upgrade from a page of `host` is answered, at the players' connection and at the desk's. */
const upgradesFrom = (from: From, host: string) =>
  statuses(from, [live('/socket.io/'), live('/desk/socket.io/')], {
    ...upgrade,
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    host,
    origin: `http://${host}`,
  })

const developed = ['/dev/inbox', '/sandbox/checkout.css', '/docs', '/metrics']

const describesToStaff = async ({ dataDir, databaseUrl }: Program) => {
  const db = await openDatabase({ url: databaseUrl, log: silentLogger() })
  const [staff] = await addTestStaff(db, dataDir, ['support'])
  await db.close()
  if (!staff) return expect.fail('no staff were added')
  const { token } = await openDesk(await network.url('here', port), staff)
  const host = { host: 'play.example' }
  const pass = await network.ask({
    ...{ from: 'stranger', port, path: '/api/desk/docs', method: 'POST', body: '{}' },
    headers: { ...host, ...bearer(token), 'content-type': 'application/json' },
  })
  const cookie = /^(?:__Secure-)?minefall-docs=[^;]+/.exec(String(pass?.headers['set-cookie']))?.[0] ?? ''
  const read = (headers: Record<string, string>) =>
    statuses('stranger', ['/docs/static/index.html', '/docs/json'], { ...host, ...headers })
  expect(await read({ cookie })).toEqual([302, 200])
  expect(await read({})).toEqual([404, 404])
  expect(await read({ cookie: `${cookie.slice(0, -3)}AAA` })).toEqual([404, 404])
  expect(await read(bearer(token))).toEqual([404, 404])
}

const channelsSchema = z.object({ deposit: z.array(z.object({ method: z.string() })) })

const takesPaymentsHere = async () => {
  const [here, there] = [await network.url('here', port), await network.url('stranger', port)]
  const { token } = await signInByCode(here, { contact: 'someone@home.example', deviceId: 'ab'.repeat(16) })
  const methodsAt = async (url: string) =>
    channelsSchema
      .parse((await get(url, 'wallet/channels', bearer(token))).data)
      .deposit.map(({ method }) => method)
  expect(await methodsAt(here)).toContain('checkout')
  expect(await methodsAt(there)).not.toContain('checkout')
  const asked = { method: 'checkout', currency: 'USD', amount: '1000' }
  const preview = (url: string) => post(url, 'wallet/deposit/preview', asked, { headers: bearer(token) })
  const priced = await preview(here)
  expect(priced.code).toBe(200)
  expect((await preview(there)).code).toBe(1604)
  const { total, terms } = depositPreviewSchema.parse(priced.data)
  const place = (url: string) =>
    post(
      url,
      'wallet/deposit',
      { ...asked, total, accepted: terms, key: randomUUID() },
      { headers: bearer(token) },
    )
  expect((await place(there)).code).toBe(1604)
  const placed = z.object({ id: z.string() }).parse((await place(here)).data)
  const pay = (url: string) =>
    post(url, `wallet/orders/${placed.id}/checkout`, {}, { headers: bearer(token) })
  expect((await pay(there)).code).toBe(1604)
  const { url } = z.object({ url: z.string() }).parse((await pay(here)).data)
  const form = { 'content-type': 'application/x-www-form-urlencoded', host: 'localhost' }
  const decide = (from: From) =>
    network.ask({ from, port, path: url, method: 'POST', headers: form, body: 'choice=pay' })
  expect([(await decide('stranger'))?.status, (await decide('here'))?.status]).toEqual([404, 303])
  // The game itself is for the phone beside it.
  expect(await statuses('stranger', ['/config.json', '/api/game/list'])).toEqual([200, 200])
  expect(await upgradesFrom('stranger', `${addresses.stranger}:${port}`)).toEqual([101, 101])
}

test('compose publishes ports to this machine alone until PUBLISHED_ON says otherwise, and is production with TLS', async () => {
  const [plain = '', tls = ''] = await Promise.all(
    ['docker-compose.yml', 'docker-compose.tls.yml'].map((file) => readFile(join(root, file), 'utf8')),
  )
  const published = [...`${plain}\n${tls}`.matchAll(/\bports:(.*)/g)].map(([, ports]) => ports?.trim())
  expect(published.length).toBeGreaterThan(1)
  for (const ports of published)
    expect(ports).toMatch(/^\["(127\.0\.0\.1|\$\{PUBLISHED_ON-127\.0\.0\.1\}):[^",]+"\]$/)
  // An empty one is every address: programs must not hear of a loopback address then.
  expect(plain).toMatch(/^ {2}PUBLISHED_ON: \$\{PUBLISHED_ON-127\.0\.0\.1\}$/m)
  expect(tls).toMatch(/^x-production: &production\n {2}NODE_ENV: production$/m)
  for (const node of ['bff-1', 'bff-2']) expect(tls).toContain(`\n  ${node}: { environment: *production }\n`)
  expect(tls).toMatch(/^x-platform: &platform\n {2}environment:\n {4}<<: \*production$/m)
  for (const node of ['platform-1', 'platform-2']) expect(tls).toContain(`\n  ${node}: *platform\n`)
})

test('there are lines to try', () => {
  expect(lines.map(({ said }) => said)).toEqual(
    expect.arrayContaining(['npm start', 'npm run cluster', 'HOST=127.0.0.1 DATABASE_URL=… npm start']),
  )
  expect(lines.some(({ settings }) => settings.NODE_ENV === 'production')).toBe(true)
})

describe.each(lines)('$said', ({ settings, command }) => {
  let program: Program
  beforeAll(async () => {
    program = await run({ settings, command })
  })
  const isProduction = settings.NODE_ENV === 'production'

  test('starts, and opens nothing of development to another machine', async () => {
    expect([program.isUp, program.code]).toEqual([true, null])
    expect(await openTo('stranger')).toEqual([])
    expect(await openTo('stranger6')).toEqual([])
    const rebound = [
      await upgradesFrom('here', 'evil.example'),
      await upgradesFrom('here', `evil.example:${port}`),
    ]
    expect(rebound).toEqual([
      [421, 421],
      [421, 421],
    ])
    const body = JSON.stringify({ email: 'admin@minefall.example', password: 'admin', code: '000000' })
    const headers = { 'content-type': 'application/json', host: 'play.example' }
    const path = '/api/desk/login'
    const signIn = await network.ask({ from: 'stranger', port, path, method: 'POST', headers, body })
    if (signIn !== null) expect([1001, 1102, 1403]).toContain(JSON.parse(signIn.body).code)
  })

  test('serves it to this machine, but for production', async () => {
    const [inbox, sandbox, docs, metrics] = await statuses('here', developed)
    const none = [404, 404, 404]
    expect([inbox, sandbox, docs]).toEqual(isProduction ? none : [200, 200, 200])
    expect(metrics).toBe(200)
    // A request that a proxy on this machine passes on for another machine.
    const passedOn = await statuses('here', developed, {
      host: 'localhost',
      'x-forwarded-for': addresses.stranger,
    })
    // In production by another name than its own.
    expect(passedOn).toEqual([...(isProduction ? [421, 421, 421] : none), 403])
    expect(await upgradesFrom('here', `localhost:${port}`)).toEqual([101, 101])
  })

  if (isProduction)
    test('describes the calls to staff who are signed in at the desk, and to no one else', () =>
      describesToStaff(program))

  if (command === 'start' && Object.keys(settings).length === 0)
    test('takes payments of this machine in the sandbox, and none of another one that plays along', () =>
      takesPaymentsHere())
})
