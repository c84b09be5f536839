import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { day, device, hour, minute, newAddress, type OpenAccounts, openAccounts } from '../testing.ts'

describeDatabase('SMS that strangers cause', (open) => {
  let db: Database
  let at: OpenAccounts
  beforeAll(async () => {
    db = await open()
  })
  beforeEach(async () => {
    for (const table of [
      'one_time_code',
      'counted',
      'known_device',
      'session',
      'contact',
      'login_account',
      'caught_message',
    ])
      await db.query(`delete from ${table}`)
    at = await openAccounts(db, {
      settings: { smsPerDay: 20, reservePercent: 25, smsPerDialCode: 8, codesPerAddress: 10 },
    })
  })
  afterEach(() => at.close())

  const number = (nth: number, dialCode = '44') => ({
    countryCode: dialCode,
    contact: dialCode === '44' ? `07911 1234${String(nth).padStart(2, '0')}` : `91234500${nth + 10}`,
  })
  const ask = (phone: ReturnType<typeof number>, address = newAddress(), deviceId = device()) =>
    at.post('index/sendcode', { contactType: 'phone', ...phone }, { deviceId, address })
  const sentTo = async (to: string): Promise<number> =>
    (await db.query('select from caught_message where recipient = $1', [to])).count
  const register = async (nth: number) => {
    const deviceId = device()
    const { contact, countryCode } = number(nth)
    await ask({ contact, countryCode }, newAddress(), deviceId)
    const code = await at.codeTo(`+4479111234${String(nth).padStart(2, '0')}`)
    const body = { username: contact, type: 2, phoneCode: '44', countrycode: 'GB', device_id: deviceId, code }
    expect((await at.post('index/login', body)).code).toBe(200)
  }

  it('are limited per hour and dial code, without limiting other countries', async () => {
    for (let nth = 0; nth < 8; nth++) expect((await ask(number(nth))).data).toEqual({ seconds: 60 })
    expect((await ask(number(8))).data).toEqual({ seconds: 60, accountsOnly: true })
    expect((await ask(number(1, '65'))).data).toEqual({ seconds: 60 })
    await at.accounts.close()
    expect(await sentTo('+447911123408')).toBe(0)
    await at.clock.advance(hour)
    expect((await ask(number(9))).data).toEqual({ seconds: 60 })
    expect(await sentTo('+447911123409')).toBe(1)
  })

  it('leave a reserve: a number with an account gets its code on a new device despite a flood', async () => {
    await register(50)
    for (let nth = 0; nth < 7; nth++) await ask(number(nth))
    for (let nth = 0; nth < 8; nth++) await ask(number(nth, '65'))
    for (let nth = 20; nth < 40; nth++) await ask(number(nth))
    // 15 of the 20 a day: 5 are reserved.
    expect((await db.query(`select from caught_message where body ~ '^[0-9]{6} '`)).count).toBe(15)
    const before = await sentTo('+447911123450')
    const known = await ask(number(50))
    const unknown = await ask(number(51))
    // Word for word the same.
    expect(known).toEqual(unknown)
    expect(known).toMatchObject({ code: 200, data: { seconds: 60, accountsOnly: true } })
    await expect.poll(() => sentTo('+447911123450')).toBe(before + 1)
    expect(await sentTo('+447911123451')).toBe(0)
  })

  it('take at most three a day per number from the reserve, within its size, with equal answers', async () => {
    for (const nth of [50, 51, 52]) await register(nth)
    for (let nth = 0; nth < 20; nth++) await ask(number(nth))
    await db.query('delete from caught_message')
    const answers = new Set<string>()
    for (const phone of [50, 51, 52, 60])
      for (let nth = 0; nth < 5; nth++) answers.add(JSON.stringify(await ask(number(phone))))
    expect([...answers].map((answer) => JSON.parse(answer).data)).toEqual([
      { seconds: 60, accountsOnly: true },
    ])
    await at.accounts.close()
    const sent = await Promise.all([50, 51, 52, 60].map((phone) => sentTo(`+4479111234${phone}`)))
    expect(sent).toEqual([3, 2, 0, 0])
  })

  it('are refused with a waiting time when an account asks for a new number, which has no reserve', async () => {
    const me = await at.signIn('a@home.example')
    for (let nth = 0; nth < 8; nth++) await ask(number(nth))
    const own = { token: me.token, deviceId: me.deviceId, address: newAddress() }
    const answer = await at.post('index/sendcode', { contactType: 'phone', ...number(9) }, own)
    expect(answer).toMatchObject({ code: 1429, data: { seconds: 3_600 } })
  })

  it('are limited for the /56 and the /48 of an IPv6 address', async () => {
    const mail = (nth: number, address: string) =>
      at.post(
        'index/sendcode',
        { contactType: 'email', contact: `n${nth}@home.example` },
        { address, deviceId: device() },
      )
    let taken = 0
    for (let nth = 0; nth < 60; nth++)
      if ((await mail(nth, `2001:db8:7:12${(nth + 16).toString(16)}::1`)).code === 200) taken++
    expect(taken).toBe(40)
    for (let nth = 60; nth < 240; nth++)
      if ((await mail(nth, `2001:db8:7:${(nth * 256 + 4_096).toString(16)}::1`)).code === 200) taken++
    expect(taken).toBe(160)
    await at.clock.advance(day)
    expect((await mail(300, '2001:db8:7:1::1')).code).toBe(200)
  })
})

describeDatabase('email that strangers cause', (open) => {
  let at: OpenAccounts
  beforeAll(async () => {
    at = await openAccounts(await open(), { settings: { mailPerDay: 20, reservePercent: 25 } })
  })
  afterAll(() => at.close())
  const ask = (contact: string, from: Parameters<OpenAccounts['post']>[2] = {}) =>
    at.post(
      'index/sendcode',
      { contactType: 'email', contact },
      { deviceId: device(), address: newAddress(), ...from },
    )
  const sentTo = async (contact: string) => (await at.inbox()).filter(({ to }) => to === contact).length

  it('is limited in all for a day, with a reserve for addresses with accounts, in the same words for others', async () => {
    const me = await at.signIn('own@home.example')
    for (let nth = 1; nth < 15; nth++)
      expect((await ask(`${nth}@home.example`)).data).toEqual({ seconds: 60 })
    await at.clock.advance(minute)
    const [known, unknown] = [await ask(me.email), await ask('new@home.example')]
    expect(known).toEqual(unknown)
    expect(known).toMatchObject({
      code: 200,
      data: { seconds: 60, accountsOnly: true },
      msg: expect.stringContaining('邮箱'),
    })
    await expect.poll(() => sentTo(me.email)).toBe(2)
    expect(await sentTo('new@home.example')).toBe(0)
    // A new address of an account has no reserve.
    expect((await ask('other@home.example', { token: me.token })).code).toBe(1429)
    // The owner's own device is no stranger.
    expect((await ask(me.email, { deviceId: me.deviceId })).data).toEqual({ seconds: 60 })
    await at.clock.advance(day)
    expect((await ask('new@home.example')).data).toEqual({ seconds: 60 })
    expect(await sentTo('new@home.example')).toBe(1)
  })
})
