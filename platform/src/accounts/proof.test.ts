import { shortContact } from '@minefall/shared/contact'
import { expect, it } from 'vitest'
import type { Database } from '../db/index.ts'
import { describeDatabase } from '../db/testing.ts'
import {
  accountsForEach,
  day,
  minute,
  newEmail,
  type OpenAccounts,
  otherCode,
  paymentPassword,
  type TestAccount,
} from './testing.ts'

describeDatabase('a proof of ownership', (open) => {
  let db: Database
  let at: OpenAccounts
  accountsForEach(open, (opened) => {
    at = opened
    db = opened.db
  })

  const confirm = (me: TestAccount, proof: object) => at.post('user/confirmsession', proof, me)
  const confirmedAt = async ({ id }: TestAccount) => {
    const { rows } = await db.query('select confirmed_at from session where player_id = $1', [id])
    return rows[0]?.confirmed_at
  }

  it('is a code to a contact of the account, valid once', async () => {
    const me = await at.newAccount()
    const ownCode = await me.ownCode()
    expect(await confirm(me, { ownCode: otherCode(ownCode) })).toMatchObject({
      code: 1203,
      data: { field: 'ownCode' },
    })
    expect(await confirmedAt(me)).toBeNull()
    expect(await confirm(me, { ownCode })).toMatchObject({ code: 200, data: null })
    expect(await confirmedAt(me)).toEqual(new Date(at.clock.now()))
    // As after an answer that was lost.
    expect(await confirm(me, { ownCode })).toMatchObject({ code: 200 })
    await at.clock.advance(minute)
    expect(await confirm(await at.signIn(me.email), { ownCode })).toMatchObject({ code: 1203 })
  })

  it('is the payment password, which locks after too many tries', async () => {
    const me = await at.newAccount()
    await me.setPaymentPassword()
    for (let n = 0; n < 5; n++)
      expect(await confirm(me, { paymentPassword: 'another' })).toMatchObject({
        code: 1102,
        data: { field: 'paymentPassword' },
      })
    expect(await confirm(me, { paymentPassword })).toMatchObject({ code: 1105 })
  })

  it('is exactly one of the two', async () => {
    const me = await at.newAccount()
    const both = { ownCode: '123456', paymentPassword }
    for (const proof of [{}, both, { ownCode: '12345' }, { paymentPassword: '' }])
      expect(await confirm(me, proof)).toMatchObject({ code: 1001 })
  })

  it('is requested together with the ways that are available', async () => {
    const me = await at.newAccount()
    const codeTo = shortContact({ kind: 'email', value: me.email })
    const { owner } = at.accounts
    expect(await owner.prove(me.id, null)).toEqual({
      refused: 1207,
      data: { codeTo, hasPaymentPassword: false },
    })
    await me.setPaymentPassword()
    const asked = { refused: 1207, data: { codeTo, hasPaymentPassword: true } }
    expect(await owner.proofRequired(db, me.id)).toEqual(asked)
    expect(await owner.prove(me.id, { paymentPassword })).toBeNull()
  })

  it('isn’t a code to a contact added recently, which can’t reset a password either', async () => {
    const me = await at.newAccount()
    const added = newEmail()
    await db.query('update contact set value = $2, settles_at = $3 where player_id = $1', [
      me.id,
      added,
      new Date(at.clock.now() + day),
    ])
    const ask = () => at.post('index/sendcode', { contactType: 'email', contact: added }, me)
    expect(await ask()).toMatchObject({ code: 1403, data: { notice: 'contact-unsettled' } })
    expect(await at.accounts.owner.security(db, me.id)).toMatchObject({ codeTo: null })
    expect(await at.accounts.owner.prove(me.id, null)).toMatchObject({ data: { codeTo: null } })
    const withdrawal = { playerId: me.id, destinationId: 'there', amount: 5n, to: 'there' }
    expect(await at.accounts.owner.sendWithdrawalCode(withdrawal)).toEqual({ refused: 1503 })
    await at.clock.advance(day)
    const { token } = await at.signIn(added, { deviceId: me.deviceId })
    await at.clock.advance(minute)
    const ownCode = await at.askCode(added, { token, deviceId: me.deviceId })
    expect(await at.post('user/confirmsession', { ownCode }, { token })).toMatchObject({ code: 200 })
  })
})
