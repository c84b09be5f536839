import { expect, it } from 'vitest'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import {
  accountsForEach,
  holdNext,
  minute,
  newEmail,
  type OpenAccounts,
  password,
  paymentPassword,
  type TestAccount,
} from '../testing.ts'

describeDatabase('a change under way', (open) => {
  let db: Database
  let at: OpenAccounts
  accountsForEach(open, (opened) => {
    at = opened
    db = opened.db
  })

  const accountWithPasswords = async () => {
    const me = await at.newAccount()
    await at.clock.advance(minute)
    await me.setPassword()
    await at.clock.advance(minute)
    await me.setPaymentPassword()
    await at.clock.advance(minute)
    return me
  }
  const changePassword = (me: TestAccount, newPassword: string) =>
    at.post('user/passwordchange', { currentPassword: password, newPassword }, me)
  const changePaymentPassword = (me: TestAccount, newPassword: string) =>
    at.post('user/paypasswordchange', { currentPassword: paymentPassword, newPassword }, me)
  const changeEmail = async (me: TestAccount) => {
    const email = newEmail()
    const verificationCode = await me.ownCode(email)
    return at.post('user/emailupdate', { email, verificationCode, paymentPassword }, me)
  }

  it.each<[string, 'verify' | 'hash', (me: TestAccount) => ReturnType<typeof changePassword>]>([
    ['the login password', 'hash', (me) => changePassword(me, 'quiet otter 9')],
    ['the payment password', 'hash', (me) => changePaymentPassword(me, 'brave lemur 3')],
    ['a contact', 'verify', changeEmail],
  ])('of %s is refused once an undo has ended its session', async (_, held, change) => {
    const me = await accountWithPasswords()
    expect(await me.changeEmail(newEmail())).toMatchObject({ code: 200 })
    const { reached, goOn } = holdNext(at.accounts.hasher, held)
    const overtaken = change(me)
    await reached
    await at.undoChange(me.email)
    goOn()
    expect(await overtaken).toMatchObject({ code: 1501 })
    expect(await overtaken).toEqual(await at.get('user/sessions', me))
    const { rows } = await db.query(
      'select password_hash, payment_hash from login_account where player_id = $1',
      [me.id],
    )
    expect(rows).toEqual([{ password_hash: null, payment_hash: null }])
    const contacts = await db.query('select value from contact where player_id = $1', [me.id])
    expect(contacts.rows).toEqual([{ value: me.email }])
  })

  it('of a password is refused once the one that it was proved with was changed', async () => {
    const me = await accountWithPasswords()
    for (const change of [changePassword, changePaymentPassword]) {
      const { reached, goOn } = holdNext(at.accounts.hasher, 'hash')
      const overtaken = change(me, 'quiet otter 9')
      await reached
      expect(await change(me, `brave ${change.name}`)).toMatchObject({ code: 200 })
      goOn()
      expect(await overtaken).toMatchObject({ code: 1102 })
    }
    const login = { username: me.email, type: 3, password: 'brave changePassword', device_id: me.deviceId }
    expect(await at.post('index/login', login)).toMatchObject({ code: 200 })
    const proof = { paymentPassword: 'brave changePaymentPassword' }
    expect(await at.post('user/confirmsession', proof, me)).toMatchObject({ code: 200 })
  })
})
