import { silentLogger } from '@minefall/shared/node'
import { expect, it } from 'vitest'
import type { Database } from '../../db/index.ts'
import { describeDatabase, watchTransactions } from '../../db/testing.ts'
import { startPlayers } from '../../players/index.ts'
import { accountsForEach, day, device, hour, minute, type OpenAccounts, openAccounts } from '../testing.ts'

describeDatabase('sessions', (open) => {
  let db: Database
  let at: OpenAccounts
  accountsForEach(open, (opened) => {
    at = opened
    db = opened.db
  })

  const use = async (token: string) => (await at.get('user/getBalance', { token })).code
  const refresh = async (token: string) => {
    const { code, data } = await at.post('user/refreshToken', undefined, { token })
    return { code, token: String(data?.token) }
  }

  it('are asked for with HTTP 401 where no token can be read', async () => {
    const expected = { status: 401, code: 1401, msg: '身份验证失败，请重新登录', data: null }
    expect(await at.get('user/getBalance')).toEqual(expected)
    expect(await at.get('user/getUserInfo', { token: 'nonsense' })).toEqual(expected)
    expect(await at.post('user/refreshToken', undefined, { token: 'non.sense' })).toEqual(expected)
    expect(await at.post('user/nickname', { nickname: 'Anna' })).toEqual(expected)
  })

  it('refuse a forged token with 1501, for use and for refresh', async () => {
    const { token } = await at.newAccount()
    const forged = token.replace(/\.1\./, '.2.')
    expect(await use(forged)).toBe(1501)
    expect((await refresh(forged)).code).toBe(1501)
    expect(await use(`${'0'.repeat(32)}${token.slice(32)}`)).toBe(1501)
    expect(await use(token)).toBe(200)
  })

  it('give a token thirty minutes, and the next one for it', async () => {
    const { token } = await at.newAccount()
    await at.clock.advance(30 * minute - 1)
    expect(await use(token)).toBe(200)
    await at.clock.advance(1)
    expect(await at.get('user/getBalance', { token })).toMatchObject({
      status: 200,
      code: 1502,
      msg: '登录已失效，请重新登录',
    })
    const next = await refresh(token)
    expect(next.code).toBe(200)
    expect(await use(next.token)).toBe(200)
  })

  it('never wait in a circle when a refresh in another language meets a new password', async ({ skip }) => {
    skip(db.kind === 'pglite', 'the embedded engine runs one transaction at a time')
    let meet = () => {}
    const bothUnderWay = new Promise<void>((resolve) => (meet = resolve))
    const begun: string[] = []
    await at.close()
    at = await openAccounts(
      watchTransactions(db, async (text) => {
        const isRefresh = text.startsWith('select id, player_id, counter')
        if (!isRefresh && !text.startsWith('update login_account set password_hash')) return
        begun.push(isRefresh ? 'refresh' : 'password')
        if (begun.length === 2) meet()
        await bothUnderWay
      }),
    )
    const me = await at.newAccount()
    await at.clock.advance(minute)
    const other = await at.signIn(me.email)
    await at.clock.advance(minute)
    const change = { verificationCode: await me.ownCode(), newPassword: 'giant hazel 7' }
    const answers = await Promise.all([
      at.post('user/codepasswordchange', change, me),
      at.post('user/refreshToken', undefined, { token: other.token, pageLanguage: 'pt-BR' }),
    ])
    expect(answers).toMatchObject([{ code: 200 }, { code: 200 }])
    // Neither was rolled back and tried again.
    expect(begun.sort()).toEqual(['password', 'refresh'])
    expect(await at.get('user/getUserInfo', me)).toMatchObject({ data: { languagecode: 'pt-BR' } })
  })

  it('give tabs that race the same token', async () => {
    const { token } = await at.newAccount()
    await at.clock.advance(30 * minute)
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(token)))
    expect(answers.every(({ code }) => code === 200)).toBe(true)
    expect(new Set(answers.map((answer) => answer.token)).size).toBe(1)
  })

  it('sign no one out for an answer that was lost, however late they come back', async () => {
    const { token } = await at.newAccount()
    await at.clock.advance(29 * minute)
    await refresh(token)
    expect(await use(token)).toBe(200)
    await at.clock.advance(5 * day)
    expect(await use(token)).toBe(1502)
    const again = await refresh(token)
    expect(again.code).toBe(200)
    expect(await use(again.token)).toBe(200)
  })

  it('let the previous token go ten seconds after its successor was used', async () => {
    const { token } = await at.newAccount()
    const next = await refresh(token)
    await at.clock.advance(hour / 4)
    expect(await use(token)).toBe(200)
    expect(await use(next.token)).toBe(200)
    await at.clock.advance(9_999)
    expect(await use(token)).toBe(200)
    expect(await refresh(token)).toEqual(next)
    await at.clock.advance(1)
    expect(await use(token)).toBe(1501)
    // Using it reveals nothing; trying to renew it does.
    expect(await use(next.token)).toBe(200)
  })

  it('end for both, and tell the owner, when a copy of an old token is refreshed', async () => {
    const me = await at.newAccount()
    const next = await refresh(me.token)
    expect(await use(next.token)).toBe(200)
    await at.clock.advance(10_000)
    expect((await refresh(me.token)).code).toBe(1501)
    expect(await use(next.token)).toBe(1501)
    expect((await refresh(next.token)).code).toBe(1501)
    expect(at.closed).toEqual([
      { code: 'signed-out', msg: expect.any(String), session: me.token.slice(0, 32) },
    ])
    expect((await at.inbox())[0]).toMatchObject({
      to: me.email,
      subject: 'Minefall: A device was signed out',
    })
  })

  it('end after 14 days without a refresh, and after 30 days with them', async () => {
    const idle = await at.newAccount()
    await at.clock.advance(14 * day)
    expect((await refresh(idle.token)).code).toBe(1501)
    let { token } = await at.newAccount()
    for (let days = 10; days < 30; days += 10) {
      await at.clock.advance(10 * day)
      const next = await refresh(token)
      expect(next.code).toBe(200)
      token = next.token
    }
    await at.clock.advance(10 * day)
    expect((await refresh(token)).code).toBe(1501)
  })

  it('are listed, and end one by one: here, elsewhere, everywhere', async () => {
    const me = await at.newAccount()
    await at.clock.advance(minute)
    const second = await at.signIn(me.email, { userAgent: 'another browser' })
    await at.clock.advance(minute)
    const third = await at.signIn(me.email)
    await at.clock.advance(minute)
    const list = async (from: { token: string }) => {
      const { data } = await at.get('user/sessions', from)
      return Object.values(data)
    }
    expect(await list(second)).toEqual([
      expect.objectContaining({ current: true, device: 'another browser' }),
      expect.objectContaining({ current: false, sessionid: third.token.slice(0, 32) }),
      expect.objectContaining({ current: false, sessionid: me.token.slice(0, 32), device: 'a browser' }),
    ])
    const end = (sessionid: string) => at.post('user/sessionend', { sessionid }, second)
    expect((await end(me.token.slice(0, 32))).code).toBe(200)
    expect(await use(me.token)).toBe(1501)
    expect((await end(me.token.slice(0, 32))).code).toBe(1404)
    const stranger = await at.newAccount()
    expect((await end(stranger.token.slice(0, 32))).code).toBe(1404)
    expect(await use(stranger.token)).toBe(200)

    expect(await at.post('user/signout', undefined, third)).toMatchObject({ code: 200, msg: '已退出登录' })
    expect(await use(third.token)).toBe(1501)
    expect(await use(second.token)).toBe(200)
    await at.clock.advance(minute)
    const fourth = await at.signIn(me.email)
    expect((await at.post('user/signouteverywhere', undefined, second)).code).toBe(200)
    expect([await use(second.token), await use(fourth.token)]).toEqual([1501, 1501])
    expect(at.closed.map(({ session }) => session)).toEqual(
      expect.arrayContaining([me, second, third, fourth].map(({ token }) => token.slice(0, 32))),
    )
    await expect(
      db.query('update session set ended_at = null, end_reason = null where id = $1', [
        me.token.slice(0, 32),
      ]),
    ).rejects.toThrow('has ended')
  })

  it('tell the live gateway who a token is', async () => {
    const { accounts, bus, clock, guests } = at
    startPlayers({
      db,
      bus,
      clock,
      log: silentLogger(),
      guests,
      trialCoins: 1_000,
      guestRetentionMs: 0,
      authenticate: accounts.authenticate,
      seatedOf: async () => null,
      unreadOf: async () => ({ version: 0, count: 0 }),
    })
    const me = await at.newAccount()
    const identify = (token: string) => bus.request('player.identify', { deviceId: device(), token })
    const { code, data } = await identify(me.token)
    expect(code).toBe(200)
    expect(data).toMatchObject({ playerId: me.id, player: { kind: 'player', name: me.user.nickname } })
    expect((await identify('nonsense')).code).toBe(1501)
    await clock.advance(30 * minute)
    expect((await identify(me.token)).code).toBe(1502)
    await at.post('user/signouteverywhere', undefined, { token: (await refresh(me.token)).token })
    expect((await identify(me.token)).code).toBe(1501)
  })

  it('tell the live gateway which of them are over', async () => {
    const [ended, idle, live] = [await at.newAccount(), await at.newAccount(), await at.newAccount()]
    const idOf = ({ token }: { token: string }) => token.slice(0, 32)
    const sessions = [ended, idle, live].map(idOf)
    const check = async () =>
      (await at.bus.request('session.check', { sessions: [...sessions, 'f'.repeat(32)] })).data?.ended
    expect(await check()).toEqual(['f'.repeat(32)])
    await at.post('user/signout', undefined, ended)
    expect(await check()).toEqual([idOf(ended), 'f'.repeat(32)])
    await at.clock.advance(13 * day)
    expect((await refresh(live.token)).code).toBe(200)
    await at.clock.advance(day)
    expect(await check()).toEqual([idOf(ended), idOf(idle), 'f'.repeat(32)])
  })

  it('are forgotten when they are past their limits, with codes and counts that are over', async () => {
    await at.newAccount()
    const rows = async (table: string) => (await db.query(`select from ${table}`)).count
    expect(await rows('counted')).toBeGreaterThan(0)
    // The other tests of this database live up to a month ahead.
    await at.clock.advance(130 * day)
    // The sweep of the first ten minutes is done, and the next one due.
    await expect.poll(() => at.clock.pending()).toBe(1)
    await at.clock.advance(10 * minute)
    await expect.poll(() => rows('session')).toBe(0)
    await expect.poll(() => rows('known_device')).toBe(0)
    expect([await rows('counted'), await rows('one_time_code')]).toEqual([0, 0])
  })
})
