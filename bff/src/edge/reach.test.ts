import { describe, expect, test } from 'vitest'
import { readBffSettings } from '../config.ts'
import { reachOf } from './reach.ts'

type Asked = { peer?: string; host?: string; headers?: Record<string, string> }

const request = ({ peer = '127.0.0.1', host = 'localhost:8080', headers = {} }: Asked) => ({
  headers: { host, ...headers },
  socket: { remoteAddress: peer },
})
const reach = (env: Record<string, string> = {}) => reachOf(readBffSettings(env), 'Box.home.example')

describe('this machine', () => {
  const { isThisMachine } = reach()

  test.each<Asked>([
    {},
    { host: '127.0.0.1' },
    { host: '[::1]:8080', peer: '::1' },
    { peer: '::ffff:127.0.0.1' },
    { peer: '127.0.0.2', host: 'minefall.localhost' },
  ])('is %o', (asked) => {
    expect(isThisMachine(request(asked))).toBe(true)
  })

  test.each<Asked>([
    { peer: '192.0.2.1' },
    { peer: 'fd00::1' },
    { peer: '::ffff:192.0.2.1' },
    { peer: '' },
    { host: 'evil.example' },
    { host: 'localhost.evil.example' },
    { host: '192.0.2.1:8080' },
    { host: '' },
    ...[
      { 'x-forwarded-for': '127.0.0.1' },
      { 'x-forwarded-for': '' },
      { 'x-forwarded-proto': 'https' },
      { 'x-forwarded-host': 'localhost' },
      { forwarded: 'for=127.0.0.1' },
      { via: '1.1 proxy' },
      { 'x-real-ip': '127.0.0.1' },
      { 'cf-connecting-ip': '127.0.0.1' },
    ].map((headers) => ({ headers })),
  ])('is not %o', (asked) => {
    expect(isThisMachine(request(asked))).toBe(false)
  })

  test('comes by a proxy of ours that serves it alone, and by no proxy before that one', () => {
    const behind = reach({ TRUSTED_PROXIES: '1', PUBLISHED_ON: '127.0.0.1' })
    const by = (peer: string, headers: Record<string, string>, host = 'localhost') =>
      behind.isThisMachine(request({ peer, host, headers }))
    expect(by('172.18.0.5', { 'x-forwarded-for': '172.18.0.1', 'x-forwarded-proto': 'http' })).toBe(true)
    expect(by('172.18.0.5', { 'x-forwarded-for': '203.0.113.9, 172.18.0.1' })).toBe(false)
    expect(by('172.18.0.5', { 'x-forwarded-for': '172.18.0.1', via: '1.1 other' })).toBe(false)
    expect(by('172.18.0.5', { 'x-forwarded-for': '172.18.0.1' }, 'evil.example')).toBe(false)
    // Past the gateway.
    expect(by('172.18.0.5', {})).toBe(false)
    expect(by('127.0.0.1', {})).toBe(true)
  })

  test('is at both ends of a proxy for everyone', () => {
    const behind = reach({ TRUSTED_PROXIES: '1', PUBLISHED_ON: '0.0.0.0' })
    const by = (peer: string, client: string) =>
      behind.isThisMachine(request({ peer, headers: { 'x-forwarded-for': client } }))
    expect(by('127.0.0.1', '127.0.0.1')).toBe(true)
    expect(by('127.0.0.1', '203.0.113.9')).toBe(false)
    expect(by('10.0.0.5', '127.0.0.1')).toBe(false)
  })
})

describe('a host that is ours', () => {
  const isOurs = (env: Record<string, string>, asked: Asked) => reach(env).isOurs(request(asked))
  const stranger = '203.0.113.9'

  test.each([
    'localhost:8080',
    '192.0.2.1:8080',
    '[fd00::1]',
    'box.home.example',
    'BOX.local',
    'play.example',
  ])('is %s outside production', (host) => {
    expect(isOurs({ PUBLIC_URL: 'http://play.example:81' }, { peer: stranger, host })).toBe(true)
  })

  test.each(['evil.example', 'box.evil.example', 'play.example.evil.example', '', 'x@localhost'])(
    'is not "%s"',
    (host) => {
      for (const NODE_ENV of ['production', 'development'])
        expect(isOurs({ NODE_ENV, PUBLIC_URL: 'https://play.example' }, { host })).toBe(false)
    },
  )

  test('in production is that of PUBLIC_URL and those of ALLOWED_ORIGINS, and for this machine its own', () => {
    const env = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://play.example',
      ALLOWED_ORIGINS: 'https://www.play.example,nonsense',
    }
    const from = (peer: string) =>
      ['play.example', 'www.play.example:443', 'localhost', '192.0.2.1', 'box.home.example'].map((host) =>
        isOurs(env, { peer, host }),
      )
    expect(from(stranger)).toEqual([true, true, false, false, false])
    expect(from('127.0.0.1')).toEqual([true, true, true, false, false])
  })
})
