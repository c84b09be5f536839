import { expect, it } from 'vitest'
import type { Database } from '../db/index.ts'
import { describeDatabase } from '../db/testing.ts'
import { fund } from '../ledger/testing.ts'
import { accountsForEach, newEmail, type OpenAccounts } from './testing.ts'

describeDatabase('the profile', (open) => {
  let db: Database
  let at: OpenAccounts
  accountsForEach(open, (opened) => {
    at = opened
    db = opened.db
  })

  it('shows the balance of the ledger', async () => {
    const me = await at.newAccount()
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
    const me = await at.newAccount()
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
    const me = await at.newAccount()
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
    const email = newEmail()
    expect((await me.changeEmail(email)).code).toBe(200)
    expect(told.filter((one) => !(one instanceof Promise))).toEqual([owl, owl])
  })

  it('shows amounts in the currency that is chosen', async () => {
    const me = await at.newAccount()
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
})
