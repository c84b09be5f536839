import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { bodyCode } from '@minefall/shared/contracts'
import { type ManualClock, manualClock } from '@minefall/shared/testing'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { accepted, refusal } from '../http/index.ts'
import { arriveMs, takeImageForms } from './image-form.ts'
import { imageForm } from './testing-form.ts'
import { gif } from './testing-images.ts'

let app: FastifyInstance
let address: URL
let clock: ManualClock
let received: number[]
let counted: string[]
beforeEach(async () => {
  clock = manualClock()
  received = []
  counted = []
  app = fastify({ forceCloseConnections: true })
  takeImageForms(app, {
    clock,
    // Whatever its text, a token is someone's: `Bearer a` and `bearer  a` alike.
    senderOf: async ({ headers }) => {
      const [, line] = /^bearer +(\w+)$/i.exec(headers.authorization ?? '') ?? []
      if (line === undefined) return accepted<never>(refusal(bodyCode.unauthenticated))
      const count = async () => {
        counted.push(line)
        return line === 'often' ? refusal(bodyCode.tooManyRequests) : null
      }
      return { line, of: line.startsWith('guest') ? 'guests' : 'players', count }
    },
  })
  app.post<{ Body: { image: Uint8Array } }>('/upload', async ({ body }) => {
    received.push(body.image.length)
    return { bytes: body.image.length }
  })
  address = new URL(`${await app.listen({ host: '127.0.0.1', port: 0 })}/upload`)
})
afterEach(() => app.close())

const { headers, payload } = imageForm(gif())
const begin = (authorization: string, bytes = payload.length): ClientRequest => {
  const asked = request(address, {
    method: 'POST',
    headers: { ...headers, 'content-length': String(bytes), authorization },
  })
  // What a refusal cuts off is no failure of the test's.
  asked.on('error', () => undefined)
  return asked
}
const answerOf = async (asked: ClientRequest): Promise<IncomingMessage> => {
  const [response]: IncomingMessage[] = await once(asked, 'response')
  return response ?? expect.fail('no answer')
}
const send = async (authorization: string) => {
  const asked = begin(authorization)
  asked.end(payload)
  const response = await answerOf(asked)
  response.resume()
  return response.statusCode
}
/** What is answered to a form of which no more than `sent` ever comes, and whether the connection ends with it. */
const refusedAt = async (authorization: string, sent: Buffer, bytes = 5_000_000) => {
  const asked = begin(authorization, bytes)
  asked.write(sent)
  const response = await answerOf(asked)
  const told: unknown = await json(response)
  const [socket] = [response.socket]
  // It may end with a reset.
  await expect.poll(() => socket.closed).toBe(true)
  return { told, connection: response.headers.connection }
}

it('reads one sender’s forms one after another, and other senders’ forms concurrently', async () => {
  const slow = begin('Bearer slow')
  slow.write(payload.subarray(0, 10))
  await expect.poll(() => counted).toEqual(['slow'])
  const behind = send('bearer   slow')
  // Another one's is there and back while the first has not arrived.
  expect(await send('Bearer other')).toBe(200)
  expect(received).toHaveLength(1)
  slow.end(payload.subarray(10))
  const response = await answerOf(slow)
  response.resume()
  expect([response.statusCode, await behind]).toEqual([200, 200])
  expect(received).toHaveLength(3)
})

it('has place again when a sender is gone in the middle of a form', async () => {
  for (let nth = 0; nth < 40; nth += 1) {
    const gone = begin(`Bearer ${nth % 2}`)
    gone.write(payload.subarray(0, 10))
    const [socket] = await once(gone, 'socket')
    if (socket.connecting) await once(socket, 'connect')
    gone.destroy()
  }
  for (const sender of ['0', '1', '2']) expect(await send(`Bearer ${sender}`)).toBe(200)
})

it('keeps places for players while guests send slowly, and gives up on stalled forms', async () => {
  const slow = Array.from({ length: 30 }, (_, nth) => begin(`Bearer guest${nth}`))
  for (const one of slow) one.write(payload.subarray(0, 10))
  const first = slow.map((one) => new Promise((resolve) => one.once('close', resolve)))
  await expect.poll(() => counted).toHaveLength(4)
  expect(await send('Bearer player')).toBe(200)
  await clock.advance(arriveMs)
  await Promise.race(first)
  await expect.poll(() => counted.filter((one) => one.startsWith('guest')).length).toBe(8)
  expect(received).toHaveLength(1)
})

it('refuses a sender without permission before reading, and closes the connection', async () => {
  const nothing = Buffer.alloc(0)
  expect(await refusedAt('none', nothing)).toMatchObject({ told: { code: 1401 }, connection: 'close' })
  expect(await refusedAt('Bearer often', nothing)).toMatchObject({
    told: { code: 1429 },
    connection: 'close',
  })
  expect(counted).toEqual(['often'])
})

it('refuses a form declared too large before reading, without counting it', async () => {
  expect(await refusedAt('Bearer large', Buffer.alloc(0), 6_000_000)).toMatchObject({
    told: { code: 1122 },
    connection: 'close',
  })
  expect(counted).toEqual([])
})

const part = (disposition: string) =>
  Buffer.from(`--x-boundary-x\r\ncontent-disposition: form-data; ${disposition}\r\n\r\nabc\r\n`)
const file = part('name="image"; filename="a.gif"')

it.each([
  ['a second file', Buffer.concat([file, part('name="image"; filename="b.gif"')])],
  ['another field behind the file', Buffer.concat([file, part('name="more"')])],
  ['another field before it', part('name="more"')],
  ['the file in another field', part('name="avatar"; filename="a.gif"')],
  ['text in its field', part('name="image"')],
  [
    'no end to the headers of a part',
    Buffer.concat([Buffer.from('--x-boundary-x\r\n'), Buffer.alloc(5_000, 'a')]),
  ],
  ['another boundary', Buffer.from('--y-boundary-y\r\n')],
  ['more behind its end', Buffer.concat([file, Buffer.from(`--x-boundary-x--\r\n${'a'.repeat(100)}`)])],
])('stops reading at %s', async (_, sent) => {
  expect(await refusedAt('Bearer me', sent)).toMatchObject({
    told: { code: 1001, data: { field: 'image' } },
    connection: 'close',
  })
  expect(received).toEqual([])
})

it('reads a form in any chunks and with any file content', async () => {
  const tricky = Buffer.concat([
    Buffer.from('\r\n--x-boundary-\r\n--x-'),
    gif(),
    Buffer.from('\r\n--x-bound'),
  ])
  const form = imageForm(tricky, { name: 'a"; name="b' })
  for (const size of [1, 7, 64, 100_000]) {
    const asked = begin('Bearer me', form.payload.length)
    for (let at = 0; at < form.payload.length; at += size) asked.write(form.payload.subarray(at, at + size))
    asked.end()
    expect(await json(await answerOf(asked))).toEqual({ bytes: tricky.length })
  }
})
