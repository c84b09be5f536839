import { expect, test } from 'vitest'
import { type Exposed, hostOf, isLoopbackAddress, isLoopbackHost, refuseHalfProduction } from './exposure.ts'

const here: Exposed = { NODE_ENV: 'development', listens: ['HOST', '0.0.0.0'], real: {} }
const start = (more: Partial<Exposed>) => () => refuseHalfProduction({ ...here, ...more })
const atHome = ['HOST', '127.0.0.1'] as const
const real = { DATABASE_URL: 'postgres://db/x' }

test('production needs PUBLIC_URL', () => {
  expect(start({ NODE_ENV: 'production' })).toThrow(/^PUBLIC_URL must be .* but it is not set\.$/)
  expect(start({ NODE_ENV: 'production', PUBLIC_URL: 'https://play.example', real })).not.toThrow()
})

test.each<[string, Partial<Exposed>, string]>([
  ['TRUSTED_PROXIES is 1', { TRUSTED_PROXIES: 1, listens: atHome }, 'PUBLISHED_ON=127.0.0.1'],
  ['PUBLISHED_ON is 0.0.0.0', { TRUSTED_PROXIES: 1, PUBLISHED_ON: '0.0.0.0' }, 'PUBLISHED_ON=127.0.0.1'],
  ['PUBLIC_URL is https://play.example', { PUBLIC_URL: 'https://play.example', listens: atHome }, 'HOST'],
  ['ALLOWED_ORIGINS has https://x.example', { ALLOWED_ORIGINS: ['https://x.example'] }, 'HOST'],
  ['HOST is 0.0.0.0 and DATABASE_URL is set', { real }, 'HOST=127.0.0.1'],
  ['HOST is 0.0.0.0 and SMTP_URL is set', { real: { SMTP_URL: 'smtp://mail' } }, 'HOST=127.0.0.1'],
  ['HOST is fd00::1 and SMS_URL is set', { listens: ['HOST', 'fd00::1'], real: { SMS_URL: 'x' } }, 'HOST='],
  [
    'PLATFORM_HOST is 0.0.0.0 and DATABASE_URL is set',
    { listens: ['PLATFORM_HOST', '0.0.0.0'], real },
    'PLATFORM_HOST=127.0.0.1',
  ],
])('%s looks like production, and both ways out are named', (says, more, otherwise) => {
  for (const NODE_ENV of ['development', 'test'] as const) {
    const sentence = `${says}, which looks like production, but NODE_ENV is ${NODE_ENV}: set NODE_ENV=production and PUBLIC_URL, or, to keep it to this machine,`
    expect(start({ ...more, NODE_ENV })).toThrow(sentence)
    expect(start({ ...more, NODE_ENV })).toThrow(otherwise)
  }
  expect(start({ ...more, NODE_ENV: 'production', PUBLIC_URL: 'https://play.example' })).not.toThrow()
})

test.each<[string, Partial<Exposed>]>([
  ['one for the phone on the same network', {}],
  ['one for this machine with a database server', { listens: atHome, real }],
  ['one behind a proxy for this machine', { TRUSTED_PROXIES: 1, PUBLISHED_ON: '127.0.0.1', real }],
  ['one that is known as localhost', { PUBLIC_URL: 'https://localhost:8443' }],
  ['one with a name on the same network', { PUBLIC_URL: 'http://box.local:8080' }],
])('no start like production: %s', (_, more) => {
  expect(start(more)).not.toThrow()
})

test.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])('%s is this machine', (address) => {
  expect(isLoopbackAddress(address)).toBe(true)
})

test.each([undefined, '', '10.0.0.1', '::', '::ffff:10.0.0.1', '127.0.0.1.evil.example', 'localhost'])(
  '%s is no address of this machine',
  (address) => {
    expect(isLoopbackAddress(address)).toBe(false)
  },
)

test('names of this machine are those that mean it everywhere', () => {
  for (const name of ['localhost', 'LOCALHOST', 'minefall.localhost', '[::1]', '127.0.0.1'])
    expect([name, isLoopbackHost(name)]).toEqual([name, true])
  for (const name of ['localhost.evil.example', 'evil-localhost', '0.0.0.0', 'play.example', ''])
    expect([name, isLoopbackHost(name)]).toEqual([name, false])
})

test.each([
  ['Play.Example', 'play.example'],
  ['play.example.:8080', 'play.example'],
  ['[FD00::1]:8080', 'fd00::1'],
  ['127.0.0.1:80', '127.0.0.1'],
  ['localhost:', 'localhost'],
])('the host of %s is %s', (header, host) => {
  expect(hostOf(header)).toBe(host)
})

test.each([
  undefined,
  '',
  'a b',
  'evil.example@localhost',
  'localhost/evil',
  'localhost#evil',
  'localhost\\evil',
  'localhost:x',
  '::1',
])('there is no host in %s', (header) => {
  expect(hostOf(header)).toBeNull()
})
