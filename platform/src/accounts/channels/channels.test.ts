import { createServer, type IncomingHttpHeaders } from 'node:http'
import { createServer as createTcpServer, type Server } from 'node:net'
import { createLogger, silentLogger } from '@minefall/shared/node'
import { manualClock } from '@minefall/shared/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { describeDatabase } from '../../db/testing.ts'
import { createInbox, deliver, smsGatewayChannel, smtpChannel } from './channels.ts'

const closers: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  closers.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return z.object({ port: z.int() }).parse(server.address()).port
}

/**
 * A mail server that speaks as much SMTP (RFC 5321) as it takes to get a message, and hangs up once: at the first line
 * that begins so, after its first message or in it.
 */
const mailServer = async ({ refuse = false, hangUpAt = '' } = {}) => {
  const lines: string[] = []
  let willHangUp = hangUpAt !== ''
  const server = createTcpServer((socket) => {
    let rest = ''
    let inData = false
    socket.on('error', () => {})
    socket.write('220 test\r\n')
    socket.on('data', (chunk) => {
      const parts = (rest + chunk.toString()).split('\r\n')
      rest = parts.pop() ?? ''
      for (const line of parts) {
        lines.push(line)
        if (willHangUp && lines.includes('.') && line.startsWith(hangUpAt)) {
          willHangUp = false
          socket.destroy()
        } else if (inData) {
          if (line !== '.') continue
          inData = false
          socket.write('250 taken\r\n')
        } else if (line === 'DATA') {
          inData = true
          socket.write('354 go on\r\n')
        } else if (line.startsWith('RCPT') && refuse) socket.write(`550 no one here: ${line}\r\n`)
        else if (line === 'QUIT') socket.end('221 bye\r\n')
        else socket.write('250 fine\r\n')
      }
    })
  })
  const port = await listen(server)
  const channel = await smtpChannel({
    url: `smtp://127.0.0.1:${port}`,
    from: 'Minefall <no-reply@play.example>',
  })
  closers.push(channel.close)
  return { channel, lines }
}

const message = { to: 'anna@home.example', subject: '123456 is your code', text: '123456 is your code.' }

describe('email', () => {
  it('goes to one person by SMTP', async () => {
    const { channel, lines } = await mailServer()
    await channel.send(message)
    expect(lines).toEqual(
      expect.arrayContaining([
        'MAIL FROM:<no-reply@play.example>',
        'RCPT TO:<anna@home.example>',
        'From: Minefall <no-reply@play.example>',
        'To: anna@home.example',
        'Subject: 123456 is your code',
        '123456 is your code.',
      ]),
    )
  })

  it('goes to no one else, whatever an address looks like', async () => {
    const { channel, lines } = await mailServer()
    await channel.send({ ...message, to: 'a@b.cd,evil@x.example' }).catch(() => {})
    await channel.send({ ...message, to: '"x<evil@x.example>"@b.cd' }).catch(() => {})
    expect(lines.filter((line) => line.startsWith('RCPT TO:<evil@x.example>'))).toEqual([])
  })

  it.each(['MAIL', 'RCPT'])(
    'whose server hangs up at %s is sent over another connection',
    async (hangUpAt) => {
      const { channel, lines } = await mailServer({ hangUpAt })
      await channel.send(message)
      await channel.send(message)
      expect(lines.filter((line) => line.startsWith(hangUpAt))).toHaveLength(3)
      expect(lines.filter((line) => line === '.')).toHaveLength(2)
    },
  )

  it('whose server hangs up once it has it is not sent again: it may have been taken', async () => {
    const { channel, lines } = await mailServer({ hangUpAt: '.' })
    expect(await deliver({ channel, log: silentLogger() }, message)).toBe('unknown')
    expect(lines.filter((line) => line === '.')).toHaveLength(1)
  })

  it.each([
    ['its code would be good for nothing', { longestMs: 200 }, {}],
    ['no one waits for it any longer', {}, { withinMs: 200 }],
  ])('is given up, in line or under way, once %s', async (_, options, waited) => {
    const port = await listen(createTcpServer((socket) => void socket.on('error', () => {}).resume()))
    const url = `smtp://127.0.0.1:${port}`
    const channel = await smtpChannel({ url, from: 'no-reply@play.example', ...options })
    closers.push(channel.close)
    // More than it has connections for, on which the server says nothing.
    const sent = await Promise.allSettled(
      Array.from({ length: 6 }, () => channel.send({ ...message, ...waited })),
    )
    const givenUp = { status: 'rejected', reason: { code: 'EABORT' } }
    expect(sent).toMatchObject(Array.from({ length: 6 }, () => givenUp))
  })

  it('that is not taken is reported, and nothing of it is logged', async () => {
    const { channel } = await mailServer({ refuse: true })
    const logged: string[] = []
    const log = createLogger({
      level: 'debug',
      format: 'json',
      to: { write: (line) => void logged.push(line) },
    })
    expect(await deliver({ channel, log }, message)).toBe('refused')
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([
      {
        msg: 'a message could not be sent',
        err: { code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' },
      },
    ])
    for (const part of [message.to, '123456']) expect(logged.join()).not.toContain(part)
  })
})

describe('SMS', () => {
  const gateway = async (status = 200) => {
    const heard: { headers: IncomingHttpHeaders; body: unknown }[] = []
    const server = createServer((asked, answer) => {
      let body = ''
      asked.on('data', (chunk) => {
        body += chunk
      })
      asked.on('end', () => {
        heard.push({ headers: asked.headers, body: JSON.parse(body) })
        answer.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:9/' } : {}).end('{}')
      })
    })
    return { url: `http://127.0.0.1:${await listen(server)}/send`, heard }
  }
  const sms = { to: '+447911123456', subject: 'never sent', text: 'Say "hi" {to}' }

  it('goes to a gateway in the shape of its template', async () => {
    const { url, heard } = await gateway()
    const template =
      '{"messages":[{"to":"{to}","content":{"body":"{text}"}}],"sender":"Minefall","flash":false}'
    await smsGatewayChannel({ url, template, authorization: 'Basic abc' }).send(sms)
    expect(heard).toMatchObject([
      {
        headers: { authorization: 'Basic abc', 'content-type': 'application/json' },
        body: {
          messages: [{ to: '+447911123456', content: { body: 'Say "hi" {to}' } }],
          sender: 'Minefall',
          flash: false,
        },
      },
    ])
  })

  it.each([302, 400, 500])('that is answered with %i was not sent', async (status) => {
    const { url } = await gateway(status)
    await expect(smsGatewayChannel({ url, template: '{"to":"{to}"}' }).send(sms)).rejects.toThrow()
  })
})

describeDatabase('the inbox', (open) => {
  it('keeps the newest two hundred messages for every node, and its log says nothing of them', async () => {
    const clock = manualClock()
    const lines: string[] = []
    const log = createLogger({
      level: 'debug',
      format: 'json',
      to: { write: (line) => void lines.push(line) },
    })
    const db = await open()
    const [inbox, other] = [createInbox({ db, clock, log }), createInbox({ db, clock, log })]
    const channel = inbox.channel('email')
    for (let n = 0; n < 203; n++) await channel.send({ ...message, text: `message ${n}` })
    const messages = await other.messages()
    expect(messages).toHaveLength(200)
    expect(messages[0]).toEqual({ ...message, text: 'message 202', channel: 'email', at: clock.now() })
    expect((await db.query('select from caught_message')).count).toBe(200)
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.join()).not.toContain(message.to)
  })
})
