import { expect, it } from 'vitest'
import { silentLogger } from './log.ts'
import { natsConnection } from './nats-connection.ts'
import { startNats } from './testing-nats.ts'

it('loses what is sent while it ends, and throws at nobody', async () => {
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
