import type { Call } from '@minefall/shared/contracts'
import { accountCalls, sessionCalls, termsCalls } from '@minefall/shared/contracts/rest'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { checkLedger } from '../../ledger/index.ts'
import { keepGuest } from '../../players/testing.ts'
import { device, hour, minute, type OpenAccounts, openAccounts, otherCode } from '../testing.ts'

describeDatabase('signing in', (open) => {
  let db: Database
  let at: OpenAccounts
  beforeAll(async () => {
    db = await open()
    at = await openAccounts(db)
  })
  afterAll(() => at.close())

  it('registers a new email address with a code, and answers the documented fields', async () => {
    const deviceId = device()
    const sent = await at.post(
      'index/sendcode',
      { contactType: 'email', contact: 'anna@home.example' },
      { deviceId },
    )
    expect(sent).toEqual({ status: 200, code: 200, msg: '验证码发送成功', data: { seconds: 60 } })
    const code = await at.codeTo('anna@home.example')
    const login = {
      username: 'Anna@Home.example',
      type: 4,
      code,
      device_id: deviceId,
      invitationCode: '88888888',
    }
    const { data, ...answer } = await at.post('index/login', login)
    expect(answer).toEqual({ status: 200, code: 200, msg: '登录成功' })
    expect(data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      username: 'anna@home.example',
      nickname: expect.stringMatching(/^[A-Z][a-z]+ \d{2,3}$/),
      email: 'anna@home.example',
      phoneNumber: '',
      avatar: expect.any(String),
      coins: 1_000,
      level: 1,
      vipLevel: 0,
      countrycode: '',
      phoneCode: '',
      flagUrl: '',
      languagecode: 'en-US',
      invitationCode: expect.stringMatching(/^[1-9]\d{7}$/),
      currencyCode: 'CNY',
      currencySymbol: '¥',
      exchangeRate: 1,
      token: expect.stringMatching(/^[0-9a-f]{32}\.1\.[\w-]{43}$/),
    })
    const { token, ...user } = data
    for (const path of ['user/getUserInfo', 'index/getuserinfo'])
      expect(await at.get(path, { token: String(token) })).toMatchObject({ code: 200, data: user })
    expect(await checkLedger(db)).toEqual({ clean: true, findings: [] })
  })

  it('knows a phone number in each of the ways it is written', async () => {
    const deviceId = device()
    const ways = ['07911 123456', '+44 (0)7911-123456', '7911 123 456']
    const ids = new Set<unknown>()
    for (const contact of ways) {
      await at.clock.advance(minute)
      const phone = { contactType: 'phone', contact, countryCode: '44' }
      expect(await at.post('index/sendcode', phone, { deviceId })).toMatchObject({ code: 200 })
      const code = await at.codeTo('+447911123456')
      const login = {
        username: contact,
        type: 2,
        code,
        device_id: deviceId,
        phoneCode: '44',
        countrycode: 'GB',
      }
      const { data } = await at.post('index/login', login)
      expect(data).toMatchObject({
        username: '+447911123456',
        phoneNumber: '+447911123456',
        countrycode: 'GB',
        phoneCode: '44',
        flagUrl: '/flags/gb.svg',
      })
      ids.add(data.id)
    }
    expect(ids.size).toBe(1)
  })

  it('keeps the guest of the device: name, coins and id', async () => {
    const deviceId = device()
    const guest = await keepGuest(db, at.guests, deviceId)
    const { id, user } = await at.signIn('guest@home.example', { deviceId })
    expect([id, user.nickname, user.avatar]).toEqual([guest.id, guest.name, guest.avatar])
    // The device itself opens nothing any more.
    expect((await keepGuest(db, at.guests, deviceId)).id).not.toBe(guest.id)
  })

  it('opens the account of a contact from any device, and brings the invited to their inviter', async () => {
    const first = await at.signIn('ben@home.example')
    await at.clock.advance(minute)
    expect((await at.signIn('ben@home.example')).id).toBe(first.id)
    const deviceId = device()
    const code = await at.askCode('cleo@home.example', { deviceId })
    const invitationCode = first.user.invitationCode
    const told: unknown[] = []
    at.bus.subscribe('player.rewards', first.id, (news) => void told.push(news))
    const login = { username: 'cleo@home.example', type: 4, code, device_id: deviceId, invitationCode }
    const { data } = await at.post('index/login', login)
    const { rows } = await db.query('select invited_by from login_account where player_id = $1', [data.id])
    expect(rows).toEqual([{ invited_by: first.id }])
    await expect.poll(() => told).toEqual([{ kind: 'progress' }])
  })

  it('keeps which terms a new account accepts, and none that do not hold', async () => {
    const register = async (username: string, accepted?: object) => {
      const deviceId = device()
      const code = await at.askCode(username, { deviceId })
      const { data } = await at.post('index/login', {
        username,
        type: 4,
        code,
        device_id: deviceId,
        accepted,
      })
      const { rows } = await db.query(
        'select document, version, accepted_at from terms_acceptance where player_id = $1 order by document',
        [data.id],
      )
      return rows
    }
    const accepted_at = new Date(at.clock.now())
    expect((await at.get('terms')).data).toEqual({ terms: '1', privacy: '1' })
    expect(await register('iris@home.example', { terms: '1', privacy: '1' })).toEqual([
      { document: 'privacy', version: '1', accepted_at },
      { document: 'terms', version: '1', accepted_at },
    ])
    expect(await register('jan@home.example', { terms: '0', privacy: '1' })).toMatchObject([
      { document: 'privacy' },
    ])
    expect(await register('kim@home.example')).toEqual([])
    const { data } = await at.get('terms/privacy?language=pt-BR')
    expect(data).toMatchObject({ title: 'Política de privacidade', version: '1', language: 'pt-BR' })
  })

  it('takes a code once, and makes one account when two devices register at once', async () => {
    const [one, two] = [device(), device()]
    const codes = [
      await at.askCode('dora@home.example', { deviceId: one }),
      await at.askCode('dora@home.example', { deviceId: two }),
    ]
    const login = (index: number, device_id: string) =>
      at.post('index/login', { username: 'dora@home.example', type: 4, code: codes[index], device_id })
    const answers = await Promise.all([login(0, one), login(1, two), login(0, one)])
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    // What one device sent twice opened one session.
    expect(answers[2]?.data).toEqual(answers[0]?.data)
    expect(new Set(answers.map(({ data }) => data.token)).size).toBe(2)
  })

  it('gives an answer that was lost again, until its session is used, and to no one else', async () => {
    const deviceId = device()
    const code = await at.askCode('lena@home.example', { deviceId })
    const login = (given = code, device_id = deviceId) =>
      at.post('index/login', { username: 'lena@home.example', type: 4, code: given, device_id })
    const lost = await login()
    expect(lost).toMatchObject({ code: 200 })
    expect((await login(code, device())).code).toBe(1203)
    expect((await login(otherCode(code))).code).toBe(1203)
    expect(await login()).toEqual(lost)
    const token = String(lost.data.token)
    expect((await at.get('user/sessions', { token })).data).toHaveLength(1)
    expect((await login()).code).toBe(1203)
  })

  it('gives no answer again once its session has ended, its code is old, or another was sent', async () => {
    const deviceId = device()
    const login = (code: string) =>
      at.post('index/login', { username: 'mia@home.example', type: 4, code, device_id: deviceId })
    const ended = await at.askCode('mia@home.example', { deviceId })
    const { data } = await login(ended)
    await db.query(`update session set ended_at = $2, end_reason = 'staff' where player_id = $1`, [
      data.id,
      new Date(at.clock.now()),
    ])
    expect((await login(ended)).code).toBe(1203)
    await at.clock.advance(minute)
    const old = await at.askCode('mia@home.example', { deviceId })
    expect((await login(old)).code).toBe(200)
    await at.clock.advance(5 * minute)
    expect((await login(old)).code).toBe(1203)
    const before = await at.askCode('mia@home.example', { deviceId })
    expect((await login(before)).code).toBe(200)
    await at.clock.advance(minute)
    const next = await at.askCode('mia@home.example', { deviceId })
    if (next !== before) expect((await login(before)).code).toBe(1203)
    expect((await login(next)).code).toBe(200)
  })

  it('gives an answer again as often as a code may be tried, and only where the code names its device', async () => {
    const [deviceId, address] = [device(), '198.51.100.77']
    const login = (username: string, code: string) =>
      at.post('index/login', { username, type: 4, code, device_id: deviceId }, { address })
    const code = await at.askCode('nils@home.example', { deviceId })
    const answers = []
    for (let n = 0; n < 7; n++) answers.push((await login('nils@home.example', code)).code)
    expect(answers).toEqual([200, 200, 200, 200, 200, 200, 1203])
    const ofAddress = await at.askCode('olga@home.example', { address })
    expect((await login('olga@home.example', ofAddress)).code).toBe(200)
    expect((await login('olga@home.example', ofAddress)).code).toBe(1203)
  })

  it('refuses a wrong code, and another’s', async () => {
    const deviceId = device()
    const code = await at.askCode('emil@home.example', { deviceId })
    const login = (given: string, device_id = deviceId) =>
      at.post(
        'index/login',
        { username: 'emil@home.example', type: 4, code: given, device_id },
        { address: '198.51.100.9' },
      )
    const wrong = { status: 200, code: 1203, msg: '验证码错误或已过期', data: null }
    expect(await login(otherCode(code))).toEqual(wrong)
    expect(await login(code, device())).toEqual(wrong)
    const { data } = await login(code)
    expect(await at.get('user/getUserInfo', { token: String(data.token) })).toMatchObject({ code: 200 })
    expect(await login(code)).toEqual(wrong)
  })

  it('opens by password, by either contact, once one is set', async () => {
    const me = await at.signIn('fay@home.example')
    const change = {
      verificationCode: await at.clock.advance(minute).then(() => me.ownCode()),
      newPassword: 'korrekt-pferd',
    }
    expect(await at.post('user/codepasswordchange', change, me)).toMatchObject({
      code: 200,
      msg: '密码修改成功',
    })
    const login = (username: string, password: string) =>
      at.post('index/login', { username, type: 3, password, device_id: me.deviceId })
    expect((await login('FAY@home.example', 'korrekt-pferd')).data).toMatchObject({ id: me.id })
    expect(await login('fay@home.example', 'korrekt-Pferd')).toEqual({
      status: 200,
      code: 1102,
      msg: '密码错误',
      data: null,
    })
  })

  it('answers a wrong password the same with an account, without one, and with one that has no password', async () => {
    await at.signIn('nopass@home.example')
    const login = (username: string) =>
      at.post('index/login', { username, type: 3, password: 'wrong one', device_id: device() })
    const answers = [
      await login('fay@home.example'),
      await login('no-one@home.example'),
      await login('nopass@home.example'),
    ]
    for (const answer of answers)
      expect(answer).toEqual({ status: 200, code: 1102, msg: '密码错误', data: null })
  })

  it('gets guessers of passwords nowhere, and locks no one out', async () => {
    const me = await at.signIn('gil@home.example')
    await at.clock.advance(minute)
    const newPassword = 'giant hazel 7'
    await at.post('user/codepasswordchange', { verificationCode: await me.ownCode(), newPassword }, me)
    const guess = (address: string, username = 'gil@home.example', password = 'a guess') =>
      at.post('index/login', { username, type: 3, password, device_id: device() }, { address })
    const codes = []
    for (let n = 0; n < 60; n++) codes.push((await guess(`198.51.100.${n}`)).code)
    expect(codes.filter((code) => code === 1102)).toHaveLength(20)
    expect(codes.slice(20).every((code) => code === 1429)).toBe(true)
    // The right password from a stranger's device reveals nothing either.
    expect(await guess('198.51.100.99', 'gil@home.example', newPassword)).toMatchObject({
      code: 1429,
      msg: expect.stringMatching(/^操作过于频繁，请在\d+秒后重试$/),
      data: { seconds: expect.any(Number) },
    })
    // It doesn't reveal whether there is an account.
    for (let n = 0; n < 20; n++) expect((await guess(`198.51.100.${n}`, 'nil@home.example')).code).toBe(1102)
    expect((await guess('198.51.100.1', 'nil@home.example')).code).toBe(1429)
    // The owner signs in: from their own device, and with a code from another.
    const own = { username: 'gil@home.example', type: 3, password: newPassword, device_id: me.deviceId }
    expect((await at.post('index/login', own)).code).toBe(200)
    await at.clock.advance(minute)
    expect((await at.signIn('gil@home.example')).id).toBe(me.id)
    await at.clock.advance(hour)
    expect((await guess('198.51.100.1', 'gil@home.example', newPassword)).code).toBe(200)
  })

  it('lets one address guess at a few passwords only, no matter whose', async () => {
    const codes = []
    for (let n = 0; n < 40; n++) {
      const body = { username: `x${n}@home.example`, type: 3, password: 'a guess', device_id: device() }
      codes.push((await at.post('index/login', body, { address: `2001:db8:1:2::${n + 1}` })).code)
    }
    expect(codes.filter((code) => code === 1102)).toHaveLength(30)
  })

  it('names what is wrong with a request, in the language asked for', async () => {
    const bad = { username: 'x', type: 4, code: '123456', device_id: device() }
    expect(await at.post('index/login', bad)).toEqual({
      status: 200,
      code: 1001,
      msg: '请输入有效的邮箱地址',
      data: { field: 'username', notice: 'email-invalid' },
    })
    expect(await at.post('index/login', bad, { language: 'en-US' })).toMatchObject({
      msg: 'Please enter a valid email address',
    })
    expect(await at.post('index/login', { ...bad, type: 9 })).toMatchObject({
      code: 1001,
      msg: '请求参数错误',
    })
    expect(await at.post('index/login')).toMatchObject({ code: 1001, msg: '请求参数错误' })
  })

  it('is in the description of the interface, with every documented call', async () => {
    const { paths } = await at.spec()
    const described = Object.entries<object>(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const calls: Call[] = [accountCalls, sessionCalls, termsCalls].flatMap((some) => Object.values(some))
    const documented = calls.flatMap(({ method, path, alias = path }) =>
      [...new Set([path, alias])].map((at) => `${method} ${at.replace(/:(\w+)/g, '{$1}')}`),
    )
    expect(described.filter((line) => line.includes(' /api/')).sort()).toEqual(documented.sort())
  })
})
