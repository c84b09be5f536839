import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '../db/index.ts'
import { describeDatabase } from '../db/testing.ts'
import { fund } from '../ledger/testing.ts'
import { minute, type OpenAccounts, openAccounts, otherCode } from './testing.ts'

describeDatabase('the profile', (open) => {
  let db: Database
  let at: OpenAccounts
  let count = 0
  beforeAll(async () => {
    db = await open()
  })
  beforeEach(async () => {
    await db.query('delete from counted')
    at = await openAccounts(db)
  })
  afterEach(() => at.close())
  const somebody = () => at.signIn(`q${++count}@home.example`)

  it('shows the balance of the ledger', async () => {
    const me = await somebody()
    await fund(db, me.id, 'coin', 12_345n)
    expect((await at.get('user/getBalance', me)).data).toMatchObject({
      coins: 13_345,
      coin: '12345',
      promo: '1000',
      trial: '1000',
      held: { coin: '0' },
    })
    expect((await at.get('user/getUserInfo', me)).data).toMatchObject({ coins: 13_345 })
    expect(await at.centerOf(me)).toMatchObject({ user: { coins: 13_345, id: me.id } })
  })

  it('takes a nickname in its one form, for matches too', async () => {
    const me = await somebody()
    expect(await at.post('user/nickname', { nickname: ' Ａnna   B ' }, me)).toEqual({
      status: 200,
      code: 200,
      msg: '昵称更新成功',
      data: { nickname: 'Anna B' },
    })
    const { rows } = await db.query('select name from player where id = $1', [me.id])
    expect(rows).toEqual([{ name: 'Anna B' }])
    expect((await at.get('user/getUserInfo', me)).data.nickname).toBe('Anna B')
    expect(await at.post('user/nickname', { nickname: 'x' }, { ...me, language: 'en-US' })).toMatchObject({
      code: 1001,
      msg: 'Nickname must be at least 2 characters',
      data: { field: 'nickname', notice: 'nickname-short' },
    })
    expect((await at.post('user/nickname', { nickname: 'An\u202ena' }, me)).code).toBe(1001)
  })

  it('tells live connections what changed once it is stored, and nothing of what was refused', async () => {
    const me = await somebody()
    const told: unknown[] = []
    at.bus.subscribe('player.profile', me.id, ({ player }) => {
      told.push(
        db.query('select name, avatar from player where id = $1', [me.id]).then(({ rows }) => rows[0]),
      )
      told.push(player)
    })
    const post = async (path: string, body: object) => (await at.post(path, body, me)).code
    expect(await post('user/nickname', { nickname: 'x' })).toBe(1001)
    expect(await post('user/modify', { avatarid: 'none' })).toBe(1001)
    expect(await post('user/currency_edit', { currencycode: 'XXX' })).toBe(1001)
    expect(told).toEqual([])
    const name = 'Anna B'
    expect(await post('user/nickname', { nickname: name })).toBe(200)
    expect(await Promise.all(told.splice(0))).toEqual([
      expect.objectContaining({ name }),
      { name, avatar: me.user.avatar, kind: 'player' },
    ])
    expect(await post('user/modify', { avatarid: 'owl' })).toBe(200)
    const owl = { name, avatar: 'owl', kind: 'player' }
    expect(await Promise.all(told.splice(0))).toEqual([{ name, avatar: 'owl' }, owl])
    expect(await post('user/currency_edit', { currencycode: 'JPY' })).toBe(200)
    const email = `q${++count}@home.example`
    expect(await post('user/emailupdate', { email, verificationCode: await me.ownCode(email) })).toBe(200)
    expect(told.filter((one) => !(one instanceof Promise))).toEqual([owl, owl])
  })

  it('shows amounts in the currency that is chosen', async () => {
    const me = await somebody()
    const { data } = await at.get('user/currency', me)
    expect(Object.values(data)).toEqual(
      expect.arrayContaining([
        { currencycode: 'CNY', name: 'Chinese yuan', symbol: '¥', exchangeRate: 1 },
        { currencycode: 'JPY', name: 'Japanese yen', symbol: 'JP¥', exchangeRate: 21 },
      ]),
    )
    const edit = (currencycode: string) => at.post('user/currency_edit', { currencycode }, me)
    expect((await edit('USD')).data).toMatchObject({
      currencyCode: 'USD',
      currencySymbol: '$',
      exchangeRate: 0.14,
    })
    for (const code of ['XXX', 'usd', ''])
      expect(await edit(code)).toMatchObject({ code: 1001, data: { field: 'currencycode' } })
    expect((await at.get('user/getUserInfo', me)).data).toMatchObject({ currencyCode: 'USD' })
  })

  it('takes another e-mail address with the code sent to it, and tells the old one', async () => {
    const me = await somebody()
    const email = `new${count}@home.example`
    const code = await me.ownCode(email)
    const update = (verificationCode: string) => at.post('user/emailupdate', { email, verificationCode }, me)
    expect((await update(otherCode(code))).code).toBe(1203)
    expect(await update(code)).toMatchObject({ code: 200, msg: '邮箱更新成功' })
    expect((await at.inbox())[0]).toMatchObject({
      to: me.email,
      subject: 'Minefall: Your e-mail address was changed',
    })
    expect((await at.get('user/getUserInfo', me)).data).toMatchObject({ email, username: email })
    await at.clock.advance(minute)
    expect((await at.signIn(email)).id).toBe(me.id)
    // The old address opens a new account now.
    await at.clock.advance(minute)
    expect((await at.signIn(me.email)).id).not.toBe(me.id)
  })

  it('takes a phone number beside the e-mail address, which is told', async () => {
    const me = await somebody()
    const national = `79111${String(10_000 + count)}`
    const phone = { contactType: 'phone', contact: `0${national}`, countryCode: '44' }
    expect((await at.post('index/sendcode', phone, me)).code).toBe(200)
    const verificationCode = await at.codeTo(`+44${national}`)
    const update = { phone: national, phonecode: '44', verificationCode }
    expect(await at.post('user/phoneupdate', update, me)).toMatchObject({ code: 200, msg: '手机号更新成功' })
    expect((await at.get('user/getUserInfo', me)).data).toMatchObject({
      phoneNumber: `+44${national}`,
      phoneCode: '44',
      countrycode: 'GB',
      flagUrl: '/flags/gb.svg',
      username: me.email,
    })
    expect((await at.inbox())[0]).toMatchObject({
      to: me.email,
      subject: 'Minefall: Your phone number was changed',
    })
    expect(await at.post('user/phoneupdate', { ...update, phone: '791' }, me)).toMatchObject({
      code: 1001,
      data: { field: 'phone', notice: 'phone-short' },
    })
  })

  it('takes no contact that another account has', async () => {
    const [me, other] = [await somebody(), await somebody()]
    const verificationCode = await me.ownCode(other.email)
    expect(await at.post('user/emailupdate', { email: other.email, verificationCode }, me)).toMatchObject({
      code: 1205,
    })
    expect((await at.get('user/getUserInfo', me)).data).toMatchObject({ email: me.email })
    expect((await at.get('user/getUserInfo', other)).data).toMatchObject({ email: other.email })
  })
})
