import { createServer, type Server } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { device, minute, type OpenAccounts, openAccounts } from '../testing.ts'

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
})
