import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../db/index.ts'
import { describeDatabase, notingTrips } from '../../db/testing.ts'
import {
  day,
  device,
  hour,
  minute,
  newAddress,
  type OpenAccounts,
  openAccounts,
  otherCode,
} from '../testing.ts'
import { drawCode } from './one-time-code.ts'

describe('a drawn code', () => {
  it('has six digits and favors none: what would tip the scales is drawn again', () => {
    const bytes = (...numbers: number[]) => {
      const left = numbers.map((number) => {
        const buffer = Buffer.alloc(4)
        buffer.writeUInt32BE(number)
        return buffer
      })
      return () => left.shift() ?? Buffer.alloc(4)
    }
    expect(drawCode(bytes(0))).toBe('000000')
    expect(drawCode(bytes(4_293_999_999))).toBe('999999')
    expect(drawCode(bytes(4_294_000_000, 4_294_967_295, 1_000_042))).toBe('000042')
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_293_999_999 }), (number) => {
        expect(drawCode(bytes(number))).toBe(String(number % 1_000_000).padStart(6, '0'))
      }),
    )
  })
})

describeDatabase('codes', (open) => {
  let db: Database
  let at: OpenAccounts
  beforeAll(async () => {
    db = await open()
  })
  beforeEach(async () => {
    for (const table of ['one_time_code', 'counted', 'known_device', 'session', 'contact', 'login_account'])
      await db.query(`delete from ${table}`)
    at = await openAccounts(db, { settings: { smsPerDay: 3 } })
  })
  afterEach(() => at.close())

  const ask = (contact: string, from: Parameters<OpenAccounts['post']>[2] = {}) =>
    at.post('index/sendcode', { contactType: 'email', contact }, { address: newAddress(), ...from })
  const login = async (username: string, code: string, deviceId: string, address = newAddress()) =>
    (await at.post('index/login', { username, type: 4, code, device_id: deviceId }, { address })).code

  it('take two round trips of a stranger, and a try of a password one: matches wait for each', async () => {
    await at.close()
    const { db: noting, trips } = notingTrips(db)
    at = await openAccounts(noting)
    // The inbox of development is no stranger's.
    const asked = () => trips.filter((text) => !text.includes('caught_message'))
    await ask('a@home.example')
    expect(asked()).toHaveLength(2)
    const guess = { username: 'a@home.example', type: 3, password: 'a guess', device_id: device() }
    expect((await at.post('index/login', guess)).code).toBe(1102)
    expect(asked()).toHaveLength(3)
  })

  it('end after five minutes', async () => {
    const deviceId = device()
    const code = await at.askCode('a@home.example', { deviceId })
    await at.clock.advance(5 * minute)
    expect(await login('a@home.example', code, deviceId)).toBe(1203)
    const next = await at.askCode('a@home.example', { deviceId })
    await at.clock.advance(5 * minute - 1)
    expect(await login('a@home.example', next, deviceId)).toBe(200)
  })

  it('allow five tries, counted before they are compared, however many come at once', async () => {
    const deviceId = device()
    const code = await at.askCode('a@home.example', { deviceId })
    const guesses = await Promise.all(
      Array.from({ length: 20 }, (_, n) => login('a@home.example', otherCode(code, n + 1), deviceId)),
    )
    expect(guesses.every((answer) => answer === 1203)).toBe(true)
    const { rows } = await db.query('select tries from one_time_code')
    expect(rows).toEqual([{ tries: 5 }])
    expect(await login('a@home.example', code, deviceId)).toBe(1203)
    await at.clock.advance(minute)
    expect(await login('a@home.example', await at.askCode('a@home.example', { deviceId }), deviceId)).toBe(
      200,
    )
  })

  it('are replaced by the next one', async () => {
    const deviceId = device()
    const first = await at.askCode('a@home.example', { deviceId })
    await at.clock.advance(minute)
    const second = await at.askCode('a@home.example', { deviceId })
    expect(await login('a@home.example', first, deviceId)).toBe(first === second ? 200 : 1203)
    expect(await login('a@home.example', second, deviceId)).toBe(200)
  })

  it('come once a minute, five times an hour and ten times a day to one who asks', async () => {
    const me = await at.signIn('a@home.example')
    const from = { deviceId: me.deviceId }
    expect(await ask('a@home.example', from)).toMatchObject({ code: 1429, data: { seconds: 60 } })
    const inHour = async () => {
      let sent = 0
      for (let n = 0; n < 8; n++) {
        await at.clock.advance(minute)
        if ((await ask('a@home.example', from)).code === 200) sent++
      }
      return sent
    }
    expect(await inHour()).toBe(4)
    await at.clock.advance(hour)
    expect(await inHour()).toBe(5)
    await at.clock.advance(hour)
    expect(await inHour()).toBe(0)
    await at.clock.advance(day)
    expect(await inHour()).toBe(5)
  })

  it('go on coming to a known device when strangers have used theirs up, and only then', async () => {
    const me = await at.signIn('a@home.example')
    const answers = []
    for (let n = 0; n < 40; n++) answers.push((await ask('a@home.example', { deviceId: device() })).code)
    expect(answers.filter((code) => code === 200)).toHaveLength(19)
    await at.clock.advance(minute)
    expect((await ask('a@home.example', { deviceId: device() })).code).toBe(1429)
    const code = await at.askCode('a@home.example', { deviceId: me.deviceId })
    // None of the strangers' codes, and none of their tries, touch it.
    expect(await login('a@home.example', code, me.deviceId)).toBe(200)
  })

  it.each([
    ['one address', () => '198.51.100.7'],
    ['one IPv6 network', (nth: number) => `2001:db8:7:${nth.toString(16)}::1`],
  ])('go on coming to an owner on a new device, whatever a stranger with %s asks for', async (_, address) => {
    const me = await at.signIn('a@home.example')
    for (let nth = 0; nth < 40; nth++) {
      await at.clock.advance(10 * minute)
      await ask('a@home.example', { deviceId: device(), address: address(nth) })
    }
    expect((await at.signIn('a@home.example')).id).toBe(me.id)
  })

  it('are bounded for strangers alike, with an account and without one', async () => {
    await at.signIn('known@home.example')
    await db.query('delete from counted')
    const answersFor = async (email: string) => {
      const answers = []
      for (let n = 0; n < 25; n++) answers.push(await ask(email, { deviceId: device() }))
      return answers
    }
    expect(await answersFor('known@home.example')).toEqual(await answersFor('unknown@home.example'))
  })

  it('are ten an hour for one address, whatever the contacts', async () => {
    const from = { address: '2001:db8:9:9::1' }
    const answers = []
    for (let n = 0; n < 12; n++) answers.push((await ask(`n${n}@home.example`, from)).code)
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 1429, 1429])
  })

  it('cost no more SMS a day than was allowed, but for known devices', async () => {
    const sms = (contact: string, deviceId = device()) =>
      at.post(
        'index/sendcode',
        { contactType: 'phone', contact, countryCode: '44' },
        { deviceId, address: newAddress() },
      )
    const deviceId = device()
    await sms('07911 123450', deviceId)
    const phone = {
      username: '07911 123450',
      type: 2,
      phoneCode: '44',
      countrycode: 'GB',
      device_id: deviceId,
    }
    const code = await at.codeTo('+447911123450')
    expect((await at.post('index/login', { ...phone, code })).code).toBe(200)
    expect((await sms('07911 123451')).code).toBe(200)
    expect((await sms('07911 123452')).code).toBe(200)
    expect((await sms('07911 123453')).code).toBe(1429)
    await at.clock.advance(minute)
    expect((await sms('07911 123450', deviceId)).code).toBe(200)
  })

  it('sent without a device belong to the address they were asked from', async () => {
    const address = newAddress()
    const code = await at.askCode('a@home.example', { address })
    expect(await login('a@home.example', code, device())).toBe(1203)
    expect(await login('a@home.example', code, device(), address)).toBe(200)
  })

  it('open only what they were sent for', async () => {
    const me = await at.signIn('a@home.example')
    const newPassword = 'giant hazel 7'
    const set = (verificationCode: string) =>
      at.post('user/codepasswordchange', { verificationCode, newPassword }, me)
    await at.clock.advance(minute)
    const forLogin = await at.askCode('a@home.example', { deviceId: me.deviceId })
    expect((await set(forLogin)).code).toBe(1203)
    const forChange = await me.ownCode('other@home.example')
    expect((await set(forChange)).code).toBe(1203)
    const forSecurity = await me.ownCode()
    if (forSecurity !== forLogin) expect(await login('a@home.example', forSecurity, me.deviceId)).toBe(1203)
    expect((await set(forSecurity)).code).toBe(200)
  })

  it('are stored under a key, not as they are', async () => {
    const code = await at.askCode('a@home.example', { deviceId: device() })
    const { rows } = await db.query('select * from one_time_code')
    const stored = JSON.stringify(rows.map((row) => ({ ...row, mac: null })))
    expect(stored).not.toContain(code)
    const mac = Buffer.from(Object(rows[0]).mac)
    expect(mac.equals(createHash('sha256').update(code).digest())).toBe(false)
    expect(mac).toHaveLength(32)
  })

  it('with a token that is none are refused before anything is sent', async () => {
    const before = await at.inbox()
    const answer = await ask('a@home.example', { token: 'nonsense' })
    expect(answer).toMatchObject({ status: 401, code: 1401, msg: '身份验证失败，请重新登录' })
    expect(await at.inbox()).toEqual(before)
  })
})
