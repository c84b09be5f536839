import { once } from 'node:events'
import { request } from 'node:http'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { takeImageForms } from './image-form.ts'
import { imageForm } from './testing-form.ts'
import { gif } from './testing-images.ts'

let app: FastifyInstance
let address: URL
const received: number[] = []
beforeAll(async () => {
  app = fastify()
  takeImageForms(app)
  app.post<{ Body: { image: Uint8Array } }>('/upload', async ({ body }) => {
    received.push(body.image.length)
    return { bytes: body.image.length }
  })
  address = new URL(`${await app.listen({ host: '127.0.0.1', port: 0 })}/upload`)
})
afterAll(() => app.close())

const { headers, payload } = imageForm(gif())
const whole = { ...headers, 'content-length': String(payload.length) }
const send = async (authorization: string) => {
  const asked = request(address, { method: 'POST', headers: { ...whole, authorization } })
  asked.end(payload)
  const [response] = await once(asked, 'response')
  response.resume()
  return response.statusCode
}

it('takes the forms of a session one after another, and those of others meanwhile', async () => {
  const slow = request(address, { method: 'POST', headers: { ...whole, authorization: 'Bearer slow' } })
  slow.write(payload.subarray(0, 10))
  const behind = send('Bearer slow')
  // Another session's is there and back while the first one's has not arrived.
  expect(await send('Bearer other')).toBe(200)
  expect(received).toHaveLength(1)
  slow.end(payload.subarray(10))
  const [response] = await once(slow, 'response')
  response.resume()
  expect([response.statusCode, await behind]).toEqual([200, 200])
  expect(received).toHaveLength(3)
})

it('has place again when a sender is gone in the middle of a form', async () => {
  for (let nth = 0; nth < 40; nth += 1) {
    const gone = request(address, {
      method: 'POST',
      headers: { ...whole, authorization: `Bearer ${nth % 2}` },
    })
    gone.once('error', () => undefined)
    gone.write(payload.subarray(0, 10))
    await once(gone, 'socket').then(([socket]) => (socket.connecting ? once(socket, 'connect') : null))
    gone.destroy()
  }
  for (const session of ['0', '1', '2']) expect(await send(`Bearer ${session}`)).toBe(200)
})
