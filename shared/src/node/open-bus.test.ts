import { describe, expect, it } from 'vitest'
import { bodyCode } from '../contracts/index.ts'
import { silentLogger } from './log.ts'
import { openBus } from './open-bus.ts'
import { startNats } from './testing-nats.ts'

const options = { name: 'one', log: silentLogger() }
/** Two buses with the same settings, and whether one reaches the other. */
const reaches = async (settings: { NATS_URL?: string; NATS_TOKEN?: string }) => {
  const [one, two] = [await openBus({ ...settings, ...options }), await openBus({ ...settings, ...options })]
  two.respond('session.check', async () => ({ code: bodyCode.ok, msg: 'ok', data: { ended: [] } }))
  await two.request('session.check', { sessions: [] })
  const { code } = await one.request('session.check', { sessions: [] })
  await Promise.all([one.close(), two.close()])
  return code === bodyCode.ok
}

describe('openBus', () => {
  it('opens NATS where it is named, with its token', async () => {
    const nats = await startNats({ token: 'the token' })
    try {
      expect(await reaches({ NATS_URL: `nats://127.0.0.1:${nats.port}`, NATS_TOKEN: 'the token' })).toBe(true)
    } finally {
      await nats.remove()
    }
  })

  it('opens a bus of this process alone where it is not', async () => {
    expect(await reaches({})).toBe(false)
  })
})
