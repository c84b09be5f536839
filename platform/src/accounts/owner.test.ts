import { randomUUID } from 'node:crypto'
import { shortContact } from '@minefall/shared/contact'
import { expect, it } from 'vitest'
import type { Database } from '../db/index.ts'
import { describeDatabase } from '../db/testing.ts'
import {
  accountsForEach,
  day,
  hour,
  minute,
  type OpenAccounts,
  openAccounts,
  otherCode,
  paymentPassword,
  type TestAccount,
} from './testing.ts'

describeDatabase('the owner of an account', (open) => {
  let db: Database
  let at: OpenAccounts
  accountsForEach(open, (opened) => {
    at = opened
    db = opened.db
  })

  const withdrawal = ({ id }: TestAccount, amount = 500n) => ({
    playerId: id,
    destinationId: 'a destination',
    amount,
  })
  const send = (one: ReturnType<typeof withdrawal>) =>
    at.accounts.owner.sendWithdrawalCode({ ...one, to: 'an…@pay.example' })
  const spend = (one: ReturnType<typeof withdrawal>, code: string) =>
    db.transaction((tx) => at.accounts.owner.spendWithdrawalCode(tx, { ...one, code }))
  const sent = { seconds: 60, codeTo: expect.any(String) }
  const wrong = { refused: 1203 }

  it('is known by when security changed, by a payment password, and by where codes go', async () => {
    const began = at.clock.now()
    const me = await at.newAccount()
    const security = () => at.accounts.owner.security(db, me.id)
    expect(await security()).toEqual({
      securedAt: began,
      stoppedUntil: null,
      hasPaymentPassword: false,
      codeTo: shortContact({ kind: 'email', value: me.email }),
    })
    await at.clock.advance(minute)
    await me.setPaymentPassword()
    expect(await security()).toMatchObject({ securedAt: began + minute, hasPaymentPassword: true })
    expect(await at.accounts.owner.refuseWrongPaymentPassword(me.id, paymentPassword)).toBeNull()
    expect(await at.accounts.owner.refuseWrongPaymentPassword(me.id, 'another')).toEqual({ refused: 1102 })
  })

  it('gets codes for withdrawals by email where there is a phone as well', async () => {
    const me = await at.newAccount()
    const phone = { contactType: 'phone', contact: '07911 123499', countryCode: '44' }
    expect(await at.post('index/sendcode', phone, me)).toMatchObject({ code: 200 })
    const verificationCode = await at.codeTo('+447911123499')
    const ownCode = await me.ownCode()
    const update = { phone: '07911 123499', phonecode: '44', countrycode: 'GB', verificationCode, ownCode }
    expect(await at.post('user/phoneupdate', update, me)).toMatchObject({ code: 200 })
    await at.clock.advance(minute)
    expect(await send(withdrawal(me))).toEqual({
      seconds: 60,
      codeTo: shortContact({ kind: 'email', value: me.email }),
    })
    expect((await at.inbox())[0]).toMatchObject({
      to: me.email,
      text: expect.stringMatching(
        /^\d{6} confirms your withdrawal of 500 Minefall coins to an…@pay\.example\. /,
      ),
    })
  })

  it('gets them as often as other codes, whatever the withdrawals', async () => {
    const me = await at.newAccount()
    let amount = 100n
    const ask = () => send(withdrawal(me, ++amount))
    const tooMany = { refused: 1429, data: { seconds: expect.any(Number) } }
    expect(await ask()).toEqual(sent)
    expect(await ask()).toEqual(tooMany)
    const own = { contactType: 'email', contact: me.email }
    expect(await at.post('index/sendcode', own, me)).toMatchObject({ code: 1429 })
    for (let n = 0; n < 4; n++) {
      await at.clock.advance(minute)
      expect(await ask()).toEqual(sent)
    }
    await at.clock.advance(minute)
    expect(await ask()).toEqual(tooMany)
    await at.clock.advance(hour)
    expect(await ask()).toEqual(sent)
  })

  it('uses each up with what it is for, by the one it was sent for', async () => {
    const [me, other] = [await at.newAccount(), await at.newAccount()]
    await send(withdrawal(me))
    const code = await at.codeTo(me.email)
    expect(await spend(withdrawal(me, 501n), code)).toEqual(wrong)
    expect(await spend({ ...withdrawal(me), destinationId: 'another' }, code)).toEqual(wrong)
    expect(await spend({ ...withdrawal(me), playerId: other.id }, code)).toEqual(wrong)
    // What is taken back is not used up.
    const undo = new Error('undo')
    const undone = db.transaction(async (tx) => {
      expect(await at.accounts.owner.spendWithdrawalCode(tx, { ...withdrawal(me), code })).toBeNull()
      throw undo
    })
    await expect(undone).rejects.toBe(undo)
    const all = await Promise.all(Array.from({ length: 5 }, () => spend(withdrawal(me), code)))
    expect(all.filter((one) => one === null)).toHaveLength(1)
  })

  it('has five tries at each, counted with the transaction that answers a refusal', async () => {
    const me = await at.newAccount()
    await send(withdrawal(me))
    const code = await at.codeTo(me.email)
    for (let n = 1; n <= 5; n++) expect(await spend(withdrawal(me), otherCode(code, n))).toEqual(wrong)
    expect(await spend(withdrawal(me), code)).toEqual(wrong)
  })

  it('has none any more that went to a contact which is no longer theirs', async () => {
    const me = await at.newAccount()
    await send(withdrawal(me))
    const code = await at.codeTo(me.email)
    await at.clock.advance(minute)
    expect(await me.changeEmail(`${randomUUID()}@home.example`)).toMatchObject({ code: 200 })
    expect(await spend(withdrawal(me), code)).toEqual(wrong)
  })

  it('hears of what happens at every contact', async () => {
    const me = await at.newAccount()
    await at.accounts.owner.tell(me.id, { name: 'break-begun' })
    expect((await at.inbox())[0]).toMatchObject({
      to: me.email,
      subject: 'Minefall: Your break has started',
    })
  })

  it('hears of one kind of news by SMS ten times a day at most, and by email each time', async () => {
    const me = await at.newAccount()
    const phone = { contactType: 'phone', contact: '07911 123497', countryCode: '44' }
    await at.post('index/sendcode', phone, me)
    const [to, ownCode] = ['+447911123497', await me.ownCode()]
    const update = { phone: '07911 123497', phonecode: '44', countrycode: 'GB', ownCode }
    const verificationCode = await at.codeTo(to)
    expect(await at.post('user/phoneupdate', { ...update, verificationCode }, me)).toMatchObject({
      code: 200,
    })
    const heard = async (contact: string, about: RegExp) =>
      (await at.inbox()).filter((one) => one.to === contact && about.test(one.subject)).length
    for (let nth = 0; nth < 12; nth++) await at.accounts.owner.tell(me.id, { name: 'break-begun' })
    expect([await heard(to, /break/), await heard(me.email, /break/)]).toEqual([10, 12])
    await at.accounts.owner.tell(me.id, { name: 'password-changed' })
    expect(await heard(to, /password/)).toBe(1)
    await at.clock.advance(day)
    await at.accounts.owner.tell(me.id, { name: 'break-begun' })
    expect(await heard(to, /break/)).toBe(11)
  })

  it('is written to in the language of the page that signed in or renewed its token last', async () => {
    const email = `${randomUUID()}@home.example`
    const japanese = await at.signIn(email, { pageLanguage: 'ja-JP' })
    expect(japanese.user.languagecode).toBe('ja-JP')
    expect((await at.inbox())[0]).toMatchObject({ to: email, text: expect.stringContaining('認証コード') })
    await at.accounts.owner.tell(japanese.id, { name: 'password-changed' })
    expect((await at.inbox())[0]).toMatchObject({ subject: 'Minefall: パスワードが変更されました' })

    const renewed = await at.post('user/refreshToken', {}, { ...japanese, pageLanguage: 'pt-BR' })
    const token = String(renewed.data.token)
    expect(await at.get('user/getUserInfo', { token })).toMatchObject({ data: { languagecode: 'pt-BR' } })
    await send(withdrawal(japanese))
    expect((await at.inbox())[0]).toMatchObject({
      to: email,
      text: expect.stringContaining('confirma o seu saque'),
    })

    for (const pageLanguage of ['zh-CN', 'xx', '../ja-JP', undefined]) {
      await at.clock.advance(120_000)
      await at.signIn(email, { deviceId: japanese.deviceId, ...(pageLanguage ? { pageLanguage } : {}) })
      expect(await at.get('user/getUserInfo', { token })).toMatchObject({ data: { languagecode: 'pt-BR' } })
    }
  })

  it('gets no code where nothing can be sent, and sees that', async () => {
    const me = await at.newAccount()
    const silent = await openAccounts(db, { production: true })
    try {
      const asked = { ...withdrawal(me), to: 'there' }
      expect(await silent.accounts.owner.sendWithdrawalCode(asked)).toEqual({ refused: 1503 })
      expect(await silent.accounts.owner.security(db, me.id)).toMatchObject({ codeTo: null })
    } finally {
      await silent.close()
    }
  })
})
