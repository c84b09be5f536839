import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { silentLogger } from './log.ts'
import { natsConnection } from './nats-connection.ts'
import { signal } from './testing-bus.ts'
import { startNats } from './testing-nats.ts'

it('loses what is sent while it ends, and throws at no one', async () => {
  const nats = await startNats()
  try {
    const connection = await natsConnection({ url: nats.url, name: 'a test', log: silentLogger() })
    const ended = connection.close()
    for (let turn = 0; turn < 100; turn++) {
      expect(() => connection.send('a', Buffer.from('b'))).not.toThrow()
      await Promise.resolve()
    }
    await ended
    expect(connection.isConnected()).toBe(false)
  } finally {
    await nats.remove()
  }
})

it('answers what is asked of it before anyone learns that it is connected again', async () => {
  const { done, settle } = signal<string>()
  let connections = 0
  // Ends its first connection when that listens; over the second it asks right before it says that it has heard of that.
  const server = createServer((socket) => {
    const isSecond = ++connections === 2
    let pings = 0
    let heard = ''
    socket.write(
      `INFO ${JSON.stringify({ server_id: 'one', version: '2.10.0', proto: 1, max_payload: 1_024 })}\r\n`,
    )
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      const text = String(chunk)
      heard += text
      const [sent] = /PUB .*\r\n.*\r\n/.exec(heard) ?? []
      if (sent !== undefined) settle(sent)
      if (!isSecond && text.includes('SUB ')) socket.destroy()
      for (const _ of text.matchAll(/PING/g))
        socket.write(isSecond && pings++ === 1 ? 'MSG asked 1 answered 2\r\nhi\r\nPONG\r\n' : 'PONG\r\n')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const connection = await natsConnection({
    url: `nats://127.0.0.1:${port}`,
    name: 'a test',
    log: silentLogger(),
  })
  connection.listen('asked', ({ reply }) => connection.send(String(reply), Buffer.from('ok')))
  expect(await done).toBe('PUB answered 2\r\nok\r\n')
  await connection.close()
  server.close()
})
