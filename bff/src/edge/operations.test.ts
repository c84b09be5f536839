import { isStartupError } from '@minefall/shared/node'
import { describe, expect, test } from 'vitest'
import { readBffSettings } from '../config.ts'
import { call, edgeForTests } from './testing.ts'

const edge = edgeForTests()

describe('operations', () => {
  test('lives, is ready while the platform is, and not while it drains', async () => {
    const one = await edge.start({ DRAIN_MS: '0' })
    const status = async (path: string) => (await call(one.address, path)).status
    expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 200])
    edge.platformReady = false
    const answer = await call(one.address, '/readyz')
    expect(answer.status).toBe(503)
    expect(JSON.parse(answer.body).code).toBe(1503)
    edge.platformReady = true
    expect(await status('/readyz')).toBe(200)
    await one.drain()
    expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 503])
  })

  test('metrics are for this machine, or for whoever has the token', async () => {
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
