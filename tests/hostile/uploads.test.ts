import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { testServer } from '@minefall/platform/testing'
import { bodyCode } from '@minefall/shared/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { manyFromOneAddress, signInByCode } from '../harness/accounts.ts'
import { type Server, startServer } from '../harness/server.ts'
import { patient } from '../harness/settings.ts'
import { attacker, hex } from './attacker.ts'
import { openWire, type Wire } from './wire.ts'

/** What a form says it holds, and never sends. */
const promised = 5_000_000
/** A body that never comes holds up what waits for it this long, in milliseconds; what nothing holds up is answered long before. */
const [heldMs, promptMs] = [300_000, 60_000]

const begun = '--x\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n'
const whole = `${begun}no picture\r\n--x--\r\n`

describe('a body', () => {
  const postgres = testServer()
  let server: Server
  const open: Wire[] = []
  beforeAll(async () => {
    const DATABASE_URL = await postgres.fresh()
    server = await startServer({
      ...manyFromOneAddress,
      ...patient,
      REQUEST_MS: String(heldMs),
      DATABASE_URL,
    })
  })
  afterAll(async () => {
    for (const wire of open) wire.end()
    const log = await readFile(join(server.dataDir, 'logs', 'minefall.log'), 'utf8')
    expect(log.split('\n').filter((line) => /^\S+ (error|fatal) /.test(line))).toEqual([])
    await server.remove()
  })

  type Post = { path: string; bytes: number; headers?: Record<string, string>; from?: string }
  let addresses = 0
  /** The headers of a call, and nothing of its body; from a new address by default. */
  const post = async ({
    path,
    bytes,
    headers = {},
    from = `127.0.2.${++addresses}`,
  }: Post): Promise<Wire> => {
    const wire = await openWire({ port: server.port, from, stubborn: true })
    open.push(wire)
    const lines = Object.entries({
      host: `127.0.0.1:${server.port}`,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': String(bytes),
      'accept-language': 'en-US',
      ...headers,
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    wire.send(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
    return wire
  }
  /** What is answered, once the connection is over with it. */
  const refusalOf = async (wire: Wire): Promise<{ status: number; code: number }> => {
    await Promise.race([
      wire.over,
      new Promise((_, fail) =>
        setTimeout(
          () => fail(new Error(`the connection stays open after: ${wire.text()}`)),
          promptMs,
        ).unref(),
      ),
    ])
    const [head = '', body = ''] = wire.text().split('\r\n\r\n')
    return { status: Number(head.split(' ')[1]), code: JSON.parse(body.slice(body.indexOf('{'))).code }
  }
  const account = async (name: string) =>
    (await signInByCode(server.url, { contact: `${name}@home.example`, deviceId: hex(16) })).token
  const answersPromptly = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(new URL(path, server.url), {
      ...init,
      signal: AbortSignal.timeout(promptMs),
    })
    return response.json()
  }
  const uploadOf = (token: string): RequestInit => ({
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
    body: whole,
  })

  test('sent slowly by 280 senders at once delays no one’s calls', async () => {
    const json = { 'content-type': 'application/json' }
    const slow = Array.from({ length: 280 }, (_, nth) =>
      post({ path: '/api/index/login', bytes: 1_000, headers: json, from: `127.0.1.${1 + (nth % 20)}` }),
    )
    for (const wire of await Promise.all(slow)) wire.send('{"username":')
    expect(await answersPromptly('/api/user/getUserInfo')).toMatchObject({ code: bodyCode.unauthenticated })
  })

  test('of a picture is one at a time of a player, however the token is written, and holds no other player’s place', async () => {
    const [thief, player] = [await account('slow'), await account('prompt')]
    const slow = Array.from({ length: 16 }, (_, nth) =>
      post({
        path: '/api/user/upload',
        bytes: promised,
        headers: { authorization: `Bearer${' '.repeat(nth + 1)}${thief}` },
      }),
    )
    for (const wire of await Promise.all(slow)) wire.send(begun)
    expect(await answersPromptly('/api/user/upload', uploadOf(player))).toMatchObject({
      code: bodyCode.imageInvalid,
    })
  })

  test('with a picture from a visitor is refused before it is read, and the connection ends', async () => {
    const wire = await post({ path: '/api/user/upload', bytes: promised })
    wire.send(begun)
    expect(await refusalOf(wire)).toMatchObject({ status: 401, code: bodyCode.unauthenticated })
  })

  test('of a picture is refused before it is read where too many came', async () => {
    const token = await account('often')
    for (let nth = 0; nth < 20; nth++)
      expect(await answersPromptly('/api/user/upload', uploadOf(token))).toMatchObject({
        code: bodyCode.imageInvalid,
      })
    const headers = { authorization: `Bearer ${token}` }
    const wire = await post({ path: '/api/user/upload', bytes: promised, headers })
    wire.send(begun)
    expect((await refusalOf(wire)).code).toBe(bodyCode.tooManyRequests)
  })

  test('of a picture is read no further than its second part', async () => {
    const headers = { authorization: `Bearer ${await account('parts')}` }
    const wire = await post({ path: '/api/user/upload', bytes: promised, headers })
    wire.send(`${begun}one\r\n${begun}two`)
    expect((await refusalOf(wire)).code).toBe(bodyCode.badParameters)
  })

  test('of a guest’s picture is read no further than a field that is none', async () => {
    const deviceId = hex(16)
    const guest = await attacker({ port: server.port }, deviceId)
    open.push(guest)
    const found = await guest.ask('lobby.find', { gameId: 'mines-trial', stake: '100', asset: 'trial' })
    expect(found.code).toBe(bodyCode.ok)
    const headers = { 'x-device-id': deviceId }
    const wire = await post({ path: '/api/support/picture', bytes: promised, headers })
    wire.send('--x\r\ncontent-disposition: form-data; name="other"\r\n\r\n')
    expect((await refusalOf(wire)).code).toBe(bodyCode.badParameters)
  })

  test('that says it is larger than any may be is refused, and the connection ends', async () => {
    for (const path of ['/api/user/upload', '/api/index/login']) {
      const wire = await post({ path, bytes: 10_000_000_000 })
      expect((await refusalOf(wire)).status).toBe(413)
    }
    const headers = { 'content-type': 'application/json' }
    const use = await post({ path: '/api/analytics/receiveEvents', bytes: 70_000, headers })
    expect((await refusalOf(use)).status).toBe(413)
  })
})
