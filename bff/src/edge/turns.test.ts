import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { turnsOfConnections } from './turns.ts'

test('requests that arrive at once begin one a turn of the event loop, and those that are gone by then not at all', async () => {
  const turns = turnsOfConnections({ begins: () => {}, ends: () => {}, crowded: () => {} })
  let turn = 0
  const begun: { url: string | undefined; turn: number }[] = []
  const server = createServer(
    turns.inTurn(({ url }, answer) => {
      begun.push({ url, turn })
      answer.end()
    }),
  )
  server.prependListener('request', ({ url, socket }) => {
    if (url === '/gone') socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = Object(server.address())
  const urls = ['/1', '/2', '/gone', '/3', '/4']
  const sockets = await Promise.all(
    urls.map(async () => {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      // The one that is gone may end with a reset.
      return socket.on('error', () => undefined)
    }),
  )
  let isCounting = true
  const count = () => {
    turn += 1
    if (isCounting) setImmediate(count)
  }
  count()
  for (const [nth, socket] of sockets.entries())
    socket.write(`GET ${urls[nth]} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
  for (const socket of sockets) socket.resume()
  await expect.poll(() => sockets.every(({ closed }) => closed)).toBe(true)
  isCounting = false
  expect(begun.map(({ url }) => url)).toEqual(['/1', '/2', '/3', '/4'])
  expect(new Set(begun.map((one) => one.turn)).size).toBe(4)
  server.close()
})
