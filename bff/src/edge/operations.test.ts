import { isStartupError } from '@minefall/shared/node'
import { manualClock } from '@minefall/shared/testing'
import { describe, expect, test } from 'vitest'
import { readBffSettings } from '../config.ts'
import { call, edgeForTests } from './testing.ts'

const edge = edgeForTests()

describe('operations', () => {
  test('lives, takes people from when a platform was ready first, also while none is, and not while it drains', async () => {
    edge.platformReady = false
    const clock = manualClock()
    const one = await edge.start({ DRAIN_MS: '0' }, clock)
    const ask = async (path: string) => {
      const { status, body } = await call(one.address, path)
      return [status, JSON.parse(body).data]
    }
    const platforms = async (count: number) => {
      const lookAgain = async () => {
        await clock.advance(500)
        return (await call(one.address, '/metrics')).body
      }
      const metric = `minefall_upstream_ready{upstream="${edge.upstream()}"} ${count}`
      await expect.poll(lookAgain).toContain(metric)
    }
    await platforms(0)
    expect(await ask('/readyz')).toEqual([503, { bus: true, platforms: 0 }])
    edge.platformReady = true
    await platforms(1)
    expect(await ask('/readyz')).toEqual([200, { ready: true, bus: true, platforms: 1 }])
    edge.platformReady = false
    await platforms(0)
    expect(await ask('/readyz')).toEqual([200, { ready: true, bus: true, platforms: 0 }])
    await one.drain()
    expect([(await ask('/healthz'))[0], (await ask('/readyz'))[0]]).toEqual([200, 503])
  })

  test('metrics are for this machine, or for anyone who has the token', async () => {
    await call(edge.address(), '/healthz')
    const { status, body } = await call(edge.address(), '/metrics')
    expect(status).toBe(200)
    expect(body).toContain('minefall_live_sockets 0')
    expect(body).toMatch(/minefall_http_requests_total\{status="200"\} [1-9]/)
    const forwarded = await call(edge.address(), '/metrics', { headers: { 'x-forwarded-for': '9.9.9.9' } })
    expect(forwarded.status).toBe(403)
    const guarded = await edge.start({ METRICS_TOKEN: 'let-me-in' })
    expect((await call(guarded.address, '/metrics')).status).toBe(403)
    const headers = { authorization: 'Bearer let-me-in' }
    expect((await call(guarded.address, '/metrics', { headers })).status).toBe(200)
  })

  test('a taken port is one clear sentence', async () => {
    const failure = await edge.start({ PORT: new URL(edge.address()).port }).catch((error: unknown) => error)
    expect(isStartupError(failure)).toBe(true)
    expect(String(failure)).toContain(`Port ${new URL(edge.address()).port} is taken`)
  })

  test('a wrong setting is named', () => {
    expect(() => readBffSettings({ PORT: 'eighty' })).toThrow(/^PORT must be a whole number/)
    expect(readBffSettings({}).PORT).toBe(8080)
  })
})
