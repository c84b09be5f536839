import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { natsUrl, parseNatsUrl } from './nats-connection.ts'
import { readSettings } from './settings.ts'

describe('NATS_URL', () => {
  it.each([
    ['nats://bus', { servers: ['bus'] }],
    ['nats://bus:4223/', { servers: ['bus:4223'] }],
    ['nats://[::1]:4222, nats://10.0.0.2:4222', { servers: ['[::1]:4222', '10.0.0.2:4222'] }],
    ['nats://me:p%40ss@a:1,nats://b:2', { servers: ['a:1', 'b:2'], user: 'me', pass: 'p@ss' }],
    ['nats://a:1,nats://me:pass@b:2', { servers: ['a:1', 'b:2'], user: 'me', pass: 'pass' }],
    ['nats://t0k%2Fen@a:1', { servers: ['a:1'], token: 't0k/en' }],
  ])('%s is understood', (url, servers) => {
    expect(parseNatsUrl(url)).toEqual(servers)
  })

  it.each([
    '',
    'a:1',
    'http://a:1',
    'nats://',
    'nats://a:1,',
    'nats://a:1,b:2',
    'nats://a/x',
    'nats://a?x=1',
    'nats://a:99999',
    'nats://me:%zz@a',
  ])('%j is refused', (url) => {
    expect(parseNatsUrl(url)).toBeNull()
  })

  it('is refused in a sentence without its password', () => {
    const read = (NATS_URL: string) => () => readSettings(z.object({ NATS_URL: natsUrl() }), { NATS_URL })
    expect(read('nats://me:hunter2@a,b')).toThrow(
      /^NATS_URL must be addresses that begin with nats:\/\/, with commas between them, but it is "(?!.*hunter2)/,
    )
    expect(read('nats://hunter2@a/x')).toThrow(/^(?!.*hunter2)/)
    expect(read('nats://a, nats://b')()).toEqual({ NATS_URL: 'nats://a, nats://b' })
  })
})
