import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { testServer } from '@minefall/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { codeTo } from '../harness/accounts.ts'
import { type Server, startServer } from '../harness/server.ts'
import { patient } from '../harness/settings.ts'

const postgres = testServer()
let server: Server
beforeAll(async () => {
  server = await startServer({ ...patient, DATABASE_URL: await postgres.fresh() })
})
afterAll(() => server.remove())

const answerSchema = z.object({ code: z.int(), msg: z.string(), data: z.unknown() })

const call = async (path: string, body?: object, headers: Record<string, string> = {}) => {
  const response = await fetch(`${server.url}/api/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return answerSchema.parse(await response.json())
}

it('registers by a code from /dev/inbox, signs in by password, and stays signed in over a SIGKILL', async () => {
  const deviceId = randomBytes(16).toString('hex')
  const device = { 'x-device-id': deviceId }
  const contact = 'anna@home.example'
  const askCode = async (headers: Record<string, string>) => {
    expect((await call('index/sendcode', { contactType: 'email', contact }, headers)).code).toBe(200)
    return codeTo(server.url, contact)
  }
  const code = await askCode(device)
  const login = { username: contact, device_id: deviceId }
  const registered = await call('index/login', { ...login, type: 4, code })
  expect(registered).toMatchObject({ code: 200, msg: '登录成功' })
  const { id, token } = z.object({ id: z.string(), token: z.string() }).parse(registered.data)
  const bearer = { authorization: `Bearer ${token}` }

  const security = await askCode(bearer)
  const newPassword = 'giant hazel 7'
  const change = { verificationCode: security, newPassword }
  expect((await call('user/codepasswordchange', change, bearer)).code).toBe(200)

  await server.kill()
  await server.start()

  expect((await call('user/getUserInfo', undefined, bearer)).data).toMatchObject({ id, email: contact })
  expect((await call('index/login', { ...login, type: 3, password: newPassword })).data).toMatchObject({ id })
  expect((await call('index/login', { ...login, type: 3, password: 'wrong' })).code).toBe(1102)

  // What opens the account is in no log.
  const written = server.output() + (await readFile(join(server.dataDir, 'logs', 'minefall.log'), 'utf8'))
  expect(written).toContain('/dev/inbox')
  for (const secret of [token, newPassword, deviceId, contact]) expect(written).not.toContain(secret)
  // Six digits may stand inside an id by chance, but not on their own.
  for (const secret of [code, security]) expect(written).not.toMatch(new RegExp(`\\b${secret}\\b`))
})
