import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'
import { freePort } from '@minefall/shared/testing-ports'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { device, minute, newAddress, type OpenAccounts, openAccounts, password } from '../testing.ts'

describeDatabase('a channel', (open) => {
  let db: Database
  const opened: OpenAccounts[] = []
  const servers: Server[] = []
  beforeEach(async () => {
    db = await open()
  })
  afterEach(async () => {
    for (const at of opened.splice(0)) await at.close()
    for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
  })
  const openWith = async (options: Parameters<typeof openAccounts>[1]) => {
    const at = await openAccounts(db, options)
    opened.push(at)
    return at
  }
  const ask = (at: OpenAccounts, deviceId: string) =>
    at.post('index/sendcode', { contactType: 'email', contact: 'a@home.example' }, { deviceId })

  /** The port of a mail server that hangs up on everyone. */
  const rudePort = async () => {
    const server = createServer((socket) => socket.destroy())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    servers.push(server)
    return z.object({ port: z.int() }).parse(server.address()).port
  }

  it('that isn’t set writes to /dev/inbox: a page, harmless whatever was typed, and JSON on request', async () => {
    const at = await openWith({})
    await at.post('index/sendcode', { contactType: 'email', contact: '<b>&"x"</b>@home.example' })
    const page = await at.inject('GET', '/dev/inbox')
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.body).toContain('&lt;b&gt;&amp;&quot;x&quot;&lt;/b&gt;@home.example')
    expect(page.body).not.toContain('<b>')
    expect(await at.inbox()).toMatchObject([{ to: '<b>&"x"</b>@home.example', channel: 'email' }])
  })

  it('that isn’t set sends nothing in production, and there is no inbox', async () => {
    const at = await openWith({ production: true })
    expect(await ask(at, device())).toMatchObject({ status: 503, code: 1503 })
    expect((await at.inject('GET', '/dev/inbox')).statusCode).toBe(404)
  })

  it('that fails says so, and keeps no one from trying again at once', async () => {
    const email = { url: `smtp://127.0.0.1:${await rudePort()}`, from: 'no-reply@play.example' }
    const broken = await openWith({ email })
    const deviceId = device()
    for (let n = 0; n < 7; n++)
      expect(await ask(broken, deviceId)).toMatchObject({
        status: 200,
        code: 1204,
        msg: '验证码发送失败，请重试',
      })
    expect((await db.query('select from one_time_code')).count).toBe(0)
    const working = await openWith({})
    expect((await ask(working, deviceId)).code).toBe(200)
    await working.clock.advance(minute)
    expect((await ask(working, deviceId)).code).toBe(200)
  })

  it('that says nothing holds up no change that is reported by it', async () => {
    const working = await openWith({})
    const me = await working.newAccount()
    await working.clock.advance(minute)
    await me.setPassword()
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    servers.push(server)
    const { port } = z.object({ port: z.int() }).parse(server.address())
    const email = { url: `smtp://127.0.0.1:${port}`, from: 'no-reply@play.example' }
    const stalled = await openWith({ email })
    const change = { currentPassword: password, newPassword: 'quiet otter 9' }
    const connected = once(server, 'connection')
    expect(await stalled.post('user/passwordchange', change, me)).toMatchObject({ code: 200 })
    // The message still waits for the server, which says something only now.
    const [socket]: Socket[] = await connected
    if (!socket) return expect.fail('no one connected')
    const said = Promise.race([once(socket, 'data'), once(socket, 'close')])
    socket.write('220 mail.example\r\n')
    expect(String(await said)).toMatch(/^EHLO /)
    socket.destroy()
  })

  it('that fails costs the address it was asked from what a code costs, and no other', async () => {
    const email = { url: `smtp://127.0.0.1:${await rudePort()}`, from: 'no-reply@play.example' }
    const broken = await openWith({ email, settings: { codesPerAddress: 3 } })
    const [address, other] = [newAddress(), newAddress()]
    const askFrom = (from: string, nth: number) =>
      broken.post(
        'index/sendcode',
        { contactType: 'email', contact: `${nth}@home.example` },
        { deviceId: device(), address: from },
      )
    for (let nth = 0; nth < 3; nth++) expect((await askFrom(address, nth)).code).toBe(1204)
    expect((await askFrom(address, 3)).code).toBe(1429)
    expect((await askFrom(other, 3)).code).toBe(1204)
  })

  it('for email that is not there uses up nothing of the day’s email', async () => {
    const settings = { mailPerDay: 3, reservePercent: 0 }
    const askFor = (at: OpenAccounts, nth: number) =>
      at.post(
        'index/sendcode',
        { contactType: 'email', contact: `${nth}@home.example` },
        { deviceId: device(), address: newAddress() },
      )
    const email = { url: `smtp://127.0.0.1:${await freePort()}`, from: 'no-reply@play.example' }
    const away = await openWith({ email, settings })
    for (let nth = 0; nth < 4; nth++) expect((await askFor(away, nth)).code).toBe(1204)
    const working = await openWith({ settings })
    for (let nth = 0; nth < 3; nth++) expect((await askFor(working, nth)).code).toBe(200)
    expect((await askFor(working, 3)).code).toBe(1429)
  })

  describe('for SMS', () => {
    const budgets = [
      ['the day’s SMS', { smsPerDay: 3, smsPerDialCode: 10, reservePercent: 0 }],
      ['the SMS of a dial code', { smsPerDay: 10, smsPerDialCode: 3, reservePercent: 0 }],
    ] as const
    const askFor = (at: OpenAccounts, nth: number, address = newAddress()) =>
      at.post(
        'index/sendcode',
        { contactType: 'phone', countryCode: '44', contact: `07911 12345${nth}` },
        { deviceId: device(), address },
      )
    const gateway = (port: number) => ({ url: `http://127.0.0.1:${port}`, template: '{}' })
    /** The port of a gateway that takes no message, and says so. */
    const refusingPort = async () => {
      const server = createHttpServer((_, response) => response.writeHead(402).end())
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      servers.push(server)
      return z.object({ port: z.int() }).parse(server.address()).port
    }
    it.each(budgets)('that hangs up uses up %s: it may have sent them', async (_what, settings) => {
      const broken = await openWith({ sms: gateway(await rudePort()), settings })
      for (let nth = 0; nth < 3; nth++) expect((await askFor(broken, nth)).code).toBe(1204)
      expect((await askFor(broken, 3)).code).toBe(1429)
    })

    it.each(budgets)('that takes none uses up nothing of %s', async (_what, settings) => {
      const refusing = await openWith({ sms: gateway(await refusingPort()), settings })
      for (let nth = 0; nth < 4; nth++) expect((await askFor(refusing, nth)).code).toBe(1204)
      const away = await openWith({ sms: gateway(await freePort()), settings })
      for (let nth = 4; nth < 8; nth++) expect((await askFor(away, nth)).code).toBe(1204)
      const working = await openWith({ settings })
      for (let nth = 0; nth < 3; nth++) expect((await askFor(working, nth)).code).toBe(200)
      expect((await askFor(working, 3)).code).toBe(1429)
    })

    it('that takes none is asked for one address no more often than one that does', async () => {
      const refusing = await openWith({
        sms: gateway(await refusingPort()),
        settings: { codesPerAddress: 3 },
      })
      const address = newAddress()
      for (let nth = 0; nth < 3; nth++) expect((await askFor(refusing, nth, address)).code).toBe(1204)
      expect((await askFor(refusing, 3, address)).code).toBe(1429)
    })
  })

  it('that fails sends twenty codes an hour to a number for a device that is known there', async () => {
    const phone = { contactType: 'phone', countryCode: '44', contact: '07911 123450' }
    const [deviceId, from] = [device(), { address: newAddress() }]
    const working = await openWith({})
    const askAt = (at: OpenAccounts) => at.post('index/sendcode', phone, { deviceId, ...from })
    expect((await askAt(working)).code).toBe(200)
    const code = await working.codeTo('+447911123450')
    const login = {
      username: phone.contact,
      type: 2,
      phoneCode: '44',
      countrycode: 'GB',
      device_id: deviceId,
    }
    expect((await working.post('index/login', { ...login, code })).code).toBe(200)
    await working.clock.advance(minute)
    const sms = { url: `http://127.0.0.1:${await rudePort()}`, template: '{}', authorization: undefined }
    const broken = await openWith({ sms })
    await broken.clock.advance(minute)
    for (let nth = 0; nth < 20; nth++) expect((await askAt(broken)).code).toBe(1204)
    expect(await askAt(broken)).toMatchObject({ code: 1429, data: { seconds: 3_600 } })
    await broken.clock.advance(60 * minute)
    expect((await askAt(broken)).code).toBe(1204)
  })
})
