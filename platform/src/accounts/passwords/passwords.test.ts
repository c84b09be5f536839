import { randomBytes } from 'node:crypto'
import { parseOptions } from '@node-rs/argon2'
import { afterEach, describe, expect, it } from 'vitest'
import { platformVariables } from '../../config.ts'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { Busy } from '../../http/index.ts'
import {
  accountsForEach,
  day,
  hour,
  minute,
  type OpenAccounts,
  openAccounts,
  otherCode,
  type TestAccount,
} from '../testing.ts'
import { argon2Hasher, type Hasher, type HasherOptions } from './hasher.ts'
import { isCommonPassword } from './rules.ts'

describe('the hasher', () => {
  const cheap = { cost: { memoryKib: 8, passes: 1 }, atOnce: 1, waiting: 2, randomBytes }

  const opened: Hasher[] = []
  const open = async (options: Partial<HasherOptions> = {}) => {
    const hasher = await argon2Hasher({ ...cheap, ...options })
    opened.push(hasher)
    return hasher
  }
  afterEach(async () => {
    for (const hasher of opened.splice(0)) await hasher.close()
  })

  it('costs by default what OWASP recommends at the least', async () => {
    const { PASSWORD_MEMORY_KIB: memoryKib, PASSWORD_PASSES: passes } = platformVariables.parse({})
    const hasher = await open({ cost: { memoryKib, passes } })
    const stored = await hasher.hash('a password')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await hasher.verify(stored, 'a password')).toBe(true)
    expect(await hasher.verify(stored, 'another')).toBe(false)
  })

  it('takes a password however a keyboard composes it, and salts every one', async () => {
    const hasher = await open()
    const stored = await hasher.hash('zo\u00eb’s pass')
    expect(await hasher.verify(stored, 'zoe\u0308’s pass')).toBe(true)
    expect(await hasher.hash('zo\u00eb’s pass')).not.toBe(stored)
  })

  it('compares with nothing at the cost of something', async () => {
    const hasher = await open()
    expect(await hasher.verify(null, 'a password')).toBe(false)
    expect(parseOptions(await hasher.hash('x'))).toMatchObject({ memoryCost: 8, timeCost: 1, parallelism: 1 })
  })

  it('opens a peppered hash with its pepper alone', async () => {
    const hasher = await open()
    const [pepper, other] = [randomBytes(32), randomBytes(32)]
    const stored = await hasher.hash('a password', pepper)
    expect(await hasher.verify(stored, 'a password', pepper)).toBe(true)
    expect(await hasher.verify(stored, 'a password', other)).toBe(false)
    expect(await hasher.verify(stored, 'a password')).toBe(false)
  })

  it('makes a few at a time, lets a few wait, and says when it is too many', async () => {
    const hasher = await open()
    const all = await Promise.allSettled(Array.from({ length: 5 }, () => hasher.hash('a password')))
    expect(all.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ])
    expect(all[3]).toMatchObject({ reason: expect.any(Busy) })
    expect(await hasher.hash('a password')).toMatch(/^\$argon2id/)
  })
})

describe('the commonest passwords', () => {
  it('are known in any case, and others are not', async () => {
    for (const password of ['123456', 'Password', 'QWERTY', 'iloveyou', 'letmein'])
      expect([password, await isCommonPassword(password)]).toEqual([password, true])
    expect(await isCommonPassword('giant hazel 7')).toBe(false)
  })
})

describeDatabase('passwords', (open) => {
  let db: Database
  let at: OpenAccounts
  accountsForEach(open, (opened) => {
    at = opened
    db = opened.db
  })

  const good = 'giant hazel 7'
  /** A code for your own account; a minute after the last. */
  const ownCode = async (me: TestAccount) => {
    await at.clock.advance(minute)
    return me.ownCode()
  }
  const byCode = async (me: TestAccount, newPassword: string) =>
    at.post('user/codepasswordchange', { verificationCode: await ownCode(me), newPassword }, me)
  const change = (me: TestAccount, currentPassword: string, newPassword: string) =>
    at.post('user/passwordchange', { currentPassword, newPassword }, me)
  const pay = (me: TestAccount, currentPassword: string, newPassword: string, verificationCode?: string) =>
    at.post(
      'user/paypasswordchange',
      { currentPassword, newPassword, ...(verificationCode && { verificationCode }) },
      me,
    )
  const use = async ({ token }: TestAccount) => (await at.get('user/getUserInfo', { token })).code

  it('are set by code, changed by the old one, and end every other session', async () => {
    const me = await at.newAccount()
    await at.clock.advance(minute)
    const other = await at.signIn(me.email)
    expect(await change(me, good, good)).toMatchObject({ code: 1106 })
    expect(await byCode(me, good)).toEqual({ status: 200, code: 200, msg: '密码修改成功', data: null })
    expect([await use(me), await use(other)]).toEqual([200, 1501])
    expect(at.closed).toMatchObject([{ session: other.token.slice(0, 32), code: 'signed-out' }])
    expect((await at.inbox())[0]).toMatchObject({
      to: me.email,
      subject: 'Minefall: Your password was changed',
    })

    expect(await change(me, 'wrong', 'quiet otter 9')).toMatchObject({ code: 1102, msg: '密码错误' })
    expect(await change(me, good, 'quiet otter 9')).toMatchObject({ code: 200 })
    const login = { username: me.email, type: 3, device_id: me.deviceId }
    expect((await at.post('index/login', { ...login, password: good })).code).toBe(1102)
    expect((await at.post('index/login', { ...login, password: 'quiet otter 9' })).code).toBe(200)
  })

  it('are set once by a change that is sent again as its answer was lost, and by nothing else', async () => {
    const me = await at.newAccount()
    const letters = async () =>
      (await at.inbox()).filter(({ subject }) => subject.includes('was changed')).length
    const twice = async (send: () => Promise<unknown>) => {
      const before = await letters()
      expect(await send()).toMatchObject({ code: 200 })
      expect(await send()).toMatchObject({ code: 200 })
      expect(await letters()).toBe(before + 1)
    }
    const set = { verificationCode: await ownCode(me), newPassword: good }
    await twice(() => at.post('user/codepasswordchange', set, me))
    expect(
      await at.post('user/codepasswordchange', { ...set, newPassword: 'another one' }, me),
    ).toMatchObject({ code: 1203 })
    await twice(() => change(me, good, 'quiet otter 9'))
    expect(await change(me, good, 'another one')).toMatchObject({ code: 1102 })
    const first = await ownCode(me)
    await twice(() => pay(me, '', 'brown marten 3', first))
    expect(await pay(me, '', 'another one', first)).toMatchObject({ code: 1102 })
    await twice(() => pay(me, 'brown marten 3', 'green heron 5'))
    expect(await pay(me, 'brown marten 3', 'another one')).toMatchObject({ code: 1102 })
    const forgotten = await ownCode(me)
    await twice(() => pay(me, 'quiet otter 9', 'white stoat 1', forgotten))
    await at.clock.advance(5 * minute)
    expect(await change(me, good, 'quiet otter 9')).toMatchObject({ code: 1102 })
    expect(await at.post('user/codepasswordchange', set, me)).toMatchObject({ code: 1203 })
    expect(await pay(me, 'green heron 5', 'white stoat 1')).toMatchObject({ code: 1102 })
    expect(await pay(me, 'quiet otter 9', 'white stoat 1', forgotten)).toMatchObject({ code: 1203 })
  })

  it('that are short, common or wrong are refused before anything changes', async () => {
    const me = await at.newAccount()
    expect(await byCode(me, '12345')).toMatchObject({
      code: 1001,
      msg: '密码长度至少6位',
      data: { field: 'newPassword', notice: 'password-short' },
    })
    expect(await byCode(me, 'Password1')).toMatchObject({ code: 1103 })
    const verificationCode = otherCode(await ownCode(me))
    expect(
      await at.post('user/codepasswordchange', { verificationCode, newPassword: good }, me),
    ).toMatchObject({
      code: 1203,
      msg: '验证码错误或已过期',
    })
    expect(await at.centerOf(me)).toMatchObject({
      security: { hasPassword: false, hasPaymentPassword: false, paymentLockedUntil: null, sessions: 1 },
    })
  })

  it('may have to be longer, and can be 256 characters long', async () => {
    await at.close()
    at = await openAccounts(db, { settings: { passwordMin: 12 } })
    const me = await at.newAccount()
    expect(await byCode(me, 'quiet otter')).toMatchObject({
      code: 1001,
      msg: '密码长度至少12位',
      data: { notice: 'password-length', count: 12 },
    })
    expect((await byCode(me, '长'.repeat(256))).code).toBe(200)
    expect((await byCode(me, '长'.repeat(257))).code).toBe(1001)
  })

  it('can be guessed at ten times an hour with a token that was stolen', async () => {
    const me = await at.newAccount()
    await byCode(me, good)
    const codes = []
    for (let n = 0; n < 12; n++) codes.push((await change(me, `guess ${n}`, 'quiet otter 9')).code)
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 1102), 1429, 1429])
    expect((await change(me, good, 'quiet otter 9')).code).toBe(1429)
    await at.post('user/refreshToken', undefined, me)
    expect((await byCode(me, 'quiet otter 9')).code).toBe(200)
  })

  it('for payments begin with a code, differ from the login’s, and are reported', async () => {
    const me = await at.newAccount()
    await byCode(me, good)
    expect(await pay(me, '', 'brave lemur 3')).toMatchObject({
      code: 1001,
      data: { field: 'verificationCode', notice: 'code-required' },
    })
    expect(await pay(me, '', good, await ownCode(me))).toMatchObject({ code: 1104 })
    expect(await pay(me, '', 'brave lemur 3', await ownCode(me))).toMatchObject({
      code: 200,
      msg: '密码修改成功',
    })
    expect((await at.inbox())[0]).toMatchObject({ subject: 'Minefall: Your payment password was changed' })
    expect(await at.centerOf(me)).toMatchObject({ security: { hasPaymentPassword: true } })
    // Nor may the login password become the payment password.
    expect(await change(me, good, 'brave lemur 3')).toMatchObject({ code: 1104 })
    expect(await pay(me, 'brave lemur 3', 'brave lemur 4')).toMatchObject({ code: 200 })
    expect(await pay(me, 'brave lemur 3', 'brave lemur 5')).toMatchObject({ code: 1102 })
  })

  it('for payments lock for a day at the fifth wrong one, and open with code and login password', async () => {
    const me = await at.newAccount()
    await byCode(me, good)
    await pay(me, '', 'brave lemur 3', await ownCode(me))
    const guess = (n: number) => pay(me, `guess ${n}`, 'brave lemur 6')
    // A right one in between starts the count over.
    for (let n = 0; n < 4; n++) expect((await guess(n)).code).toBe(1102)
    expect((await pay(me, 'brave lemur 3', 'brave lemur 4')).code).toBe(200)
    for (let n = 0; n < 5; n++) expect((await guess(n)).code).toBe(1102)
    expect(await pay(me, 'brave lemur 4', 'brave lemur 5')).toMatchObject({
      code: 1105,
      data: { seconds: 86_400 },
    })
    expect(await at.centerOf(me)).toMatchObject({ security: { paymentLockedUntil: at.clock.now() + day } })

    expect((await pay(me, 'wrong', 'brave lemur 6', await ownCode(me))).code).toBe(1102)
    expect((await pay(me, good, 'brave lemur 6', await ownCode(me))).code).toBe(200)
    expect((await pay(me, 'brave lemur 6', 'brave lemur 7')).code).toBe(200)
  })

  it('for payments are counted before they are compared, however many guesses come at once', async () => {
    const me = await at.newAccount()
    await pay(me, '', 'brave lemur 3', await ownCode(me))
    const codes = await Promise.all(
      Array.from({ length: 20 }, (_, n) => pay(me, `guess ${n}`, 'brave lemur 4')),
    )
    expect(codes.filter(({ code }) => code === 1102)).toHaveLength(5)
    expect(codes.filter(({ code }) => code === 1105)).toHaveLength(15)
    await at.clock.advance(day - hour)
    const { token } = await at.signIn(me.email, { deviceId: me.deviceId })
    expect((await pay({ ...me, token }, 'brave lemur 3', 'brave lemur 4')).code).toBe(1105)
    await at.clock.advance(hour)
    const later = await at.signIn(me.email, { deviceId: me.deviceId })
    expect((await pay({ ...me, token: later.token }, 'brave lemur 3', 'brave lemur 4')).code).toBe(200)
  })

  it('are stored as hashes, the payment password’s with a pepper', async () => {
    const me = await at.newAccount()
    await byCode(me, good)
    await pay(me, '', 'brave lemur 3', await ownCode(me))
    const { rows } = await db.query('select * from login_account where player_id = $1', [me.id])
    expect(rows).toMatchObject([
      {
        password_hash: expect.stringMatching(/^\$argon2id/),
        payment_hash: expect.stringMatching(/^\$argon2id/),
        payment_key_id: '1',
      },
    ])
    const { verify } = await import('@node-rs/argon2')
    expect(await verify(String(rows[0]?.password_hash), good)).toBe(true)
    expect(await verify(String(rows[0]?.payment_hash), 'brave lemur 3')).toBe(false)
  })
})
