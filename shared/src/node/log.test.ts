import { describe, expect, it } from 'vitest'
import { createLogger, type LogOptions } from './log.ts'
import { withRequestId } from './request-context.ts'

const logTo = (format: LogOptions['format'] = 'json') => {
  const lines: string[] = []
  const log = createLogger({ level: 'trace', format, to: { write: (line) => void lines.push(line) } })
  return { log, all: () => lines.join(''), last: (): unknown => JSON.parse(lines.at(-1) ?? '') }
}

const secret = 'c0ffee'.repeat(5)

describe('redaction', () => {
  it.each([
    'token',
    'refreshToken',
    'access_token',
    'password',
    'payment-password',
    'deviceId',
    'device_id',
    'deviceHash',
    'seed',
    'serverSeed',
    'practiceSeeds',
    'salt',
    'layout',
    'leaves',
    'sealed',
    'cookie',
    'Set-Cookie',
    'Authorization',
    'x-minefall-edge',
    'edgeKey',
    'sealKey',
    'auth',
    'otp',
    'code',
    'mines',
  ])('hides the field %s at any depth', (name) => {
    const { log, all } = logTo()
    log.info({ [name]: secret }, 'flat')
    log.info({ a: { b: [{ [name]: [secret] }] } }, 'deep')
    log.child({ [name]: secret }).info('in the bindings')
    log.error({ err: Object.assign(new Error('failed'), { request: { [name]: secret } }) }, 'in an error')
    log.error(new Error('outer', { cause: Object.assign(new Error('inner'), { [name]: secret }) }))
    expect(all()).not.toContain(secret)
    expect(all().split('[hidden]')).toHaveLength(6)
  })

  it.each([
    [
      'a connection string',
      `postgres://me:${secret}@db.example:5432/minefall`,
      'postgres://me:[hidden]@db.example',
    ],
    ['the password of one of several NATS servers', `nats://a:4222,nats://me:${secret}@b`, 'me:[hidden]@b'],
    ['a token of NATS', `can’t reach nats://${secret}@bus.example:4222`, 'nats://[hidden]@bus.example'],
    ['a bearer token', `sent Authorization: Bearer ${secret}`, 'Bearer [hidden]'],
    ['a query string', `GET /x?a=1&refreshToken=${secret}&b=2`, 'refreshToken=[hidden]&b=2'],
    ['a device id in a query', `/x?device_id=${secret}#y`, 'device_id=[hidden]#y'],
  ])('hides %s wherever it stands', (_, text, shown) => {
    const { log, all } = logTo()
    log.info(text)
    log.info({ where: { url: text } }, 'in a field')
    log.error({ err: new Error(text) }, 'in an error')
    expect(all()).not.toContain(secret)
    expect(all()).toContain(shown)
  })

  it('keeps what helps: body codes, SQLSTATEs, error names, ids and counts', () => {
    const { log, last } = logTo()
    const fields = { code: 1500, matchId: 'ab'.repeat(16), mines: 12, playerId: 'p', big: 12n, none: null }
    log.info(fields, 'kept')
    expect(last()).toMatchObject({ ...fields, big: '12' })
    log.error({ err: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) }, 'kept')
    expect(last()).toMatchObject({ err: { message: 'refused', code: 'ECONNREFUSED' } })
    log.error({ err: Object.assign(new Error('twice'), { code: '23505' }) }, 'kept')
    expect(last()).toMatchObject({ err: { code: '23505' } })
  })

  it('hides six digits called a code, as text and as a number', () => {
    const { log, all } = logTo()
    log.info({ code: '493817' }, 'text')
    log.info({ code: 493817 }, 'number')
    expect(all()).not.toContain('493817')
  })

  it('writes no bytes, and survives circles and foreign objects', () => {
    const { log, last } = logTo()
    const circle: Record<string, unknown> = { key: Buffer.from(secret), map: new Map([['token', secret]]) }
    circle.self = circle
    log.info(circle, 'odd')
    expect(last()).toMatchObject({ key: '[30 bytes]', map: '[Map]', msg: 'odd' })
    expect(JSON.stringify(last())).not.toContain(secret)
  })
})

describe('createLogger', () => {
  it('writes one JSON line an entry with level, time and the error’s causes', () => {
    const { log, last } = logTo()
    log.error({ err: new Error('outer', { cause: new TypeError('inner') }) }, 'it failed')
    expect(last()).toMatchObject({
      level: 'error',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      msg: 'it failed',
      err: {
        type: 'Error',
        message: 'outer',
        stack: expect.stringContaining('log.test'),
        cause: { message: 'inner' },
      },
    })
  })

  it('adds the request within which a line is written, unless the line or its logger names one', () => {
    const { log, last } = logTo()
    log.info('outside')
    expect(last()).not.toHaveProperty('requestId')
    withRequestId('r-1', () => {
      log.info('inside')
      expect(last()).toMatchObject({ requestId: 'r-1' })
      log.child({ part: 'x' }).info('inside')
      expect(last()).toMatchObject({ requestId: 'r-1', part: 'x' })
      log.info({ requestId: 'r-2' }, 'of another')
      expect(last()).toMatchObject({ requestId: 'r-2' })
      log.child({ requestId: 'r-3' }).child({ part: 'x' }).info('of a third')
      expect(last()).toMatchObject({ requestId: 'r-3', part: 'x' })
    })
  })

  it('drops repeated lines, counts them, and writes every line that raises an alarm', () => {
    const lines: Record<string, unknown>[] = []
    let time = 0
    const log = createLogger({
      level: 'info',
      format: 'json',
      to: { write: (line) => void lines.push(JSON.parse(line)) },
      now: () => time,
    })
    for (let n = 0; n < 1_000; n++) log.child({ n }).warn({ n }, 'a webhook was refused')
    expect(lines).toHaveLength(60)
    log.info('another')
    for (let n = 0; n < 100; n++) log.error({ alarm: 'ledger' }, 'does not add up')
    expect(lines).toHaveLength(161)
    time += 10_000
    lines.length = 0
    for (let n = 0; n < 1_000; n++) log.warn('a webhook was refused')
    expect(lines.slice(0, 2)).toMatchObject([
      { leftOut: 940, line: 'a webhook was refused' },
      { msg: 'a webhook was refused' },
    ])
    expect(lines).toHaveLength(11)
  })

  it('writes lines that people can read', () => {
    const { log, all } = logTo('readable')
    log.info({ port: 8080, name: 'x' }, 'listening')
    expect(all()).toMatch(/^\d\d:\d\d:\d\d\.\d{3} info {2}listening {2}port=8080 {2}name=x\n$/)
    log.error({ err: new Error('outer', { cause: new Error('inner') }) }, 'failed')
    expect(all()).toMatch(/error failed\n {2}Error: outer\n[\s\S]*because of\n {2}Error: inner\n/)
  })
})
