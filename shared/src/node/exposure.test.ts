import { expect, test } from 'vitest'
import { type Exposed, refuseHalfProduction } from './exposure.ts'

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
