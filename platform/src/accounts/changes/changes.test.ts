import { describe, expect, it } from 'vitest'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import {
  accountsForEach,
  day,
  device,
  hour,
  minute,
  newEmail,
  type OpenAccounts,
  otherCode,
  paymentPassword,
  type TestAccount,
} from '../testing.ts'
import type { OpenChange } from './change-rows.ts'
import { changesToUndo } from './undo-change.ts'

describe('what undoing a change takes back', () => {
  const change = (id: number, kind: 'email' | 'phone', wasSettled = true): OpenChange => ({
    id: BigInt(id),
    kind,
    old: null,
    wasSettled,
    at: id,
    undoUntil: id + 100,
  })
  const ids = (open: OpenChange[], id: number) => changesToUndo(open, BigInt(id)).map((one) => Number(one.id))

  it('is the change itself and every later one', () => {
    const open = [change(1, 'email'), change(2, 'phone'), change(3, 'email')]
    expect([1, 2, 3].map((id) => ids(open, id))).toEqual([[1, 2, 3], [2, 3], [3]])
  })

  it('goes back to a settled contact, with every change in between', () => {
    expect(ids([change(1, 'email'), change(2, 'phone'), change(3, 'email', false)], 3)).toEqual([1, 2, 3])
    const twice = [
      change(1, 'phone'),
      change(2, 'email'),
      change(3, 'phone', false),
      change(4, 'email', false),
    ]
    expect(ids(twice, 4)).toEqual([1, 2, 3, 4])
    expect(ids([change(3, 'email', false)], 3)).toEqual([3])
  })
})

describeDatabase('a change of a contact', (open) => {
  let db: Database
  let at: OpenAccounts
  accountsForEach(
    open,
    (opened) => {
      at = opened
      db = opened.db
    },
    { settings: { publicUrl: 'https://play.example' } },
  )

  const emailOf = async (me: Pick<TestAccount, 'id'>) => {
    const { rows } = await db.query(`select value from contact where player_id = $1 and kind = 'email'`, [
      me.id,
    ])
    return rows[0]?.value ?? null
  }
  const setPaymentPassword = async (me: TestAccount) => {
    await me.setPaymentPassword()
    await at.clock.advance(minute)
  }
  /** The last message to a contact that isn't a code. */
  const letterTo = async (contact: string) =>
    (await at.inbox()).find(({ to, text }) => to === contact && !/^\d{6} /.test(text)) ??
    expect.fail(`nothing was written to ${contact}`)
  const linkTo = async (contact: string): Promise<string> => {
    const [, token] = /https:\/\/play\.example\/undo#([\w-]{22})$/.exec((await letterTo(contact)).text) ?? []
    return token ?? expect.fail(`${contact} was sent no link`)
  }
  const undo = (token: string, address?: string) =>
    at.post('account/undo', { token }, address === undefined ? {} : { address })
  const gone = { code: 1404, data: { notice: 'undo-gone' } }
  const signedOut = async (me: { token: string }) => (await at.get('user/getUserInfo', me)).code === 1501

  it('needs a proof besides the code to the new contact, and keeps that code valid until the proof comes', async () => {
    const me = await at.newAccount()
    const email = newEmail()
    const verificationCode = await me.ownCode(email)
    const update = (proof: object) => at.post('user/emailupdate', { email, verificationCode, ...proof }, me)
    expect(await update({})).toMatchObject({
      code: 1207,
      data: { codeTo: `p•••${me.email.slice(me.email.indexOf('@') - 1)}`, hasPaymentPassword: false },
    })
    const ownCode = await me.ownCode()
    expect(await update({ ownCode: otherCode(ownCode) })).toMatchObject({
      code: 1203,
      data: { field: 'ownCode' },
    })
    // The account has none.
    expect(await update({ paymentPassword })).toMatchObject({
      code: 1102,
      data: { field: 'paymentPassword' },
    })
    expect(await update({ ownCode, paymentPassword })).toMatchObject({ code: 1001 })
    expect(await emailOf(me)).toBe(me.email)
    expect(await update({ ownCode })).toMatchObject({ code: 200, msg: '邮箱更新成功' })
    // As after an answer that was lost.
    const letter = await letterTo(me.email)
    expect(await update({ ownCode })).toMatchObject({ code: 200, msg: '邮箱更新成功' })
    expect(await letterTo(me.email)).toEqual(letter)
    expect((await at.get('user/getUserInfo', me)).data).toMatchObject({ email, username: email })
    await at.clock.advance(minute)
    expect((await at.signIn(email)).id).toBe(me.id)
  })

  it('accepts the payment password as a proof, and a phone number next to the email address', async () => {
    const me = await at.newAccount()
    await setPaymentPassword(me)
    const national = '7911110000'
    const phone = { contactType: 'phone', contact: `0${national}`, countryCode: '44' }
    expect((await at.post('index/sendcode', phone, me)).code).toBe(200)
    const verificationCode = await at.codeTo(`+44${national}`)
    const update = { phone: national, phonecode: '44', verificationCode, paymentPassword }
    expect(await at.post('user/phoneupdate', { ...update, phone: '791' }, me)).toMatchObject({
      code: 1001,
      data: { field: 'phone', notice: 'phone-short' },
    })
    expect(await at.post('user/phoneupdate', update, me)).toMatchObject({ code: 200, msg: '手机号更新成功' })
    expect((await at.get('user/getUserInfo', me)).data).toMatchObject({
      phoneNumber: `+44${national}`,
      countrycode: 'GB',
      flagUrl: '/flags/gb.svg',
      username: me.email,
    })
    // The number that was added goes again.
    expect(await at.post('account/undoable', { token: await linkTo(me.email) })).toMatchObject({
      data: { contacts: [{ kind: 'phone', now: expect.stringMatching(/^\+44•••/), back: null }] },
    })
    expect((await undo(await linkTo(me.email))).code).toBe(200)
    const { rows } = await db.query('select value from contact where player_id = $1', [me.id])
    expect(rows).toEqual([{ value: me.email }])
  })

  it('is refused for a contact of another account, without using up the proof', async () => {
    const [me, other] = [await at.newAccount(), await at.newAccount()]
    expect(await me.changeEmail(other.email)).toMatchObject({ code: 1205 })
    expect(await emailOf(me)).toBe(me.email)
    expect(await emailOf(other)).toBe(other.email)
  })

  it('sends the old contact a link and stores only its hash', async () => {
    const me = await at.newAccount()
    const email = newEmail()
    expect(await me.changeEmail(email)).toMatchObject({ code: 200 })
    const { subject, text } = await letterTo(me.email)
    expect(subject).toBe('Minefall: Your email address was changed')
    expect(text).toMatch(/undo it within 72 hours: https:\/\/play\.example\/undo#[\w-]{22}$/)
    const token = await linkTo(me.email)
    const { rows } = await db.query(
      `select (select json_agg(u)::text from contact_undo u) || (select json_agg(c)::text from contact_change c) as kept`,
    )
    expect(String(rows[0]?.kept)).not.toContain(token)
    expect((await at.inbox()).some(({ to, text }) => to === email && text.includes(token))).toBe(false)
  })

  it('can be undone once by its link: contacts, sessions, passwords and withdrawals', async () => {
    const me = await at.newAccount()
    await setPaymentPassword(me)
    const email = newEmail()
    expect(await me.changeEmail(email)).toMatchObject({ code: 200 })
    const changedAt = at.clock.now()
    await at.clock.advance(minute)
    const thief = await at.signIn(email)
    expect(thief.id).toBe(me.id)
    const token = await linkTo(me.email)
    expect(await at.post('account/undoable', { token })).toMatchObject({
      code: 200,
      data: {
        changedAt,
        until: changedAt + 3 * day,
        contacts: [{ kind: 'email', now: expect.stringMatching(/^p•••\d@/), back: expect.any(String) }],
      },
    })
    expect(await emailOf(me)).toBe(email)
    const all = await Promise.all([undo(token), undo(token), undo(token)])
    expect(all.map(({ code }) => code).sort()).toEqual([1404, 1404, 200].sort())
    expect(await emailOf(me)).toBe(me.email)
    expect([await signedOut(me), await signedOut(thief)]).toEqual([true, true])
    expect(at.closed.map(({ code }) => code)).toEqual(['signed-out', 'signed-out'])
    expect(await at.accounts.owner.security(db, me.id)).toMatchObject({
      securedAt: at.clock.now(),
      stoppedUntil: at.clock.now() + 3 * day,
      hasPaymentPassword: false,
    })
    for (const contact of [me.email, email])
      expect(await letterTo(contact)).toMatchObject({
        subject: 'Minefall: Contact change undone',
        text: expect.stringContaining('2026-01-05 00:'),
      })
    expect(await at.post('account/undoable', { token })).toMatchObject(gone)
    // What the thief signed in with leads to its own account now, and the old contact to the old one.
    await at.clock.advance(minute)
    expect((await at.signIn(email)).id).not.toBe(me.id)
    const back = await at.signIn(me.email)
    expect(back.id).toBe(me.id)
    expect(await at.centerOf(back)).toMatchObject({
      security: { hasPassword: false, hasPaymentPassword: false },
    })
  })

  it('can’t be undone after 72 hours, nor by an invalid link', async () => {
    const me = await at.newAccount()
    const email = newEmail()
    expect(await me.changeEmail(email)).toMatchObject({ code: 200 })
    const token = await linkTo(me.email)
    for (const other of ['x', token.slice(1), `${token}a`, 'é'.repeat(30)])
      expect(await undo(other)).toMatchObject(gone)
    expect(await undo('')).toMatchObject({ code: 1001 })
    await at.clock.advance(3 * day - 1)
    expect(await at.post('account/undoable', { token })).toMatchObject({ code: 200 })
    await at.clock.advance(1)
    expect(await undo(token)).toMatchObject(gone)
    expect(await emailOf(me)).toBe(email)
  })

  it('limits how many wrong undo links one address may send, which keeps no owner there from a right one', async () => {
    const me = await at.newAccount()
    expect(await me.changeEmail(newEmail())).toMatchObject({ code: 200 })
    const token = await linkTo(me.email)
    const codes: number[] = []
    for (let n = 0; n < 31; n++) codes.push((await undo('guess', '10.9.9.9')).code)
    expect(codes.slice(0, 30).every((code) => code === 1404)).toBe(true)
    expect(codes[30]).toBe(1429)
    expect((await undo('guess', '10.9.9.8')).code).toBe(1404)
    expect((await at.post('account/undoable', { token }, { address: '10.9.9.9' })).code).toBe(200)
    expect((await undo(token, '10.9.9.9')).code).toBe(200)
    expect((await undo(token, '10.9.9.9')).code).toBe(1429)
  })

  it('keeps the old contact from other accounts while the change can be undone', async () => {
    const me = await at.newAccount()
    const other = await at.newAccount()
    expect(await me.changeEmail(newEmail())).toMatchObject({ code: 200 })
    await at.clock.advance(minute)
    expect(await other.changeEmail(me.email)).toMatchObject({ code: 1205 })
    // A login with it doesn't create a new, empty account but leads back to the old one.
    const deviceId = device()
    const signIn = async () => {
      const code = await at.askCode(me.email, { deviceId })
      return at.post('index/login', { username: me.email, type: 4, code, device_id: deviceId }, { deviceId })
    }
    const refused = await signIn()
    expect(refused).toMatchObject({
      code: 1208,
      data: { until: expect.any(Number), undo: expect.any(String) },
    })
    const accounts = async () => (await db.query('select from login_account')).count
    const before = await accounts()
    expect((await undo(String(refused.data.undo))).code).toBe(200)
    await at.clock.advance(minute)
    expect(await signIn()).toMatchObject({ code: 200, data: { id: me.id } })
    expect(await accounts()).toBe(before)
  })

  it('lets the old contact sign in again once it is the account’s again', async () => {
    const me = await at.newAccount()
    await setPaymentPassword(me)
    for (const email of [newEmail(), me.email]) {
      const update = { email, verificationCode: await me.ownCode(email), paymentPassword }
      expect(await at.post('user/emailupdate', update, me)).toMatchObject({ code: 200 })
    }
    expect((await at.signIn(me.email)).id).toBe(me.id)
  })

  it('frees the old contact once it can no longer be undone', async () => {
    const me = await at.newAccount()
    expect(await me.changeEmail(newEmail())).toMatchObject({ code: 200 })
    await at.clock.advance(3 * day)
    expect((await at.signIn(me.email)).id).not.toBe(me.id)
  })

  it('doesn’t accept the new contact as a proof, or for a password reset, until it has settled', async () => {
    const me = await at.newAccount()
    const email = newEmail()
    expect(await me.changeEmail(email)).toMatchObject({ code: 200 })
    const ask = () => at.post('index/sendcode', { contactType: 'email', contact: email }, me)
    await at.clock.advance(minute)
    expect(await ask()).toMatchObject({ code: 1403, data: { notice: 'contact-unsettled' } })
    const next = newEmail()
    const update = { email: next, verificationCode: await me.ownCode(next) }
    expect(await at.post('user/emailupdate', update, me)).toMatchObject({
      code: 1207,
      data: { codeTo: null, hasPaymentPassword: false },
    })
    await at.clock.advance(day)
    const { token } = await at.signIn(email)
    expect(
      await at.post('index/sendcode', { contactType: 'email', contact: email }, { token }),
    ).toMatchObject({
      code: 200,
    })
  })

  it('can be undone by its first link after later changes', async () => {
    const me = await at.newAccount()
    await setPaymentPassword(me)
    const [second, third] = [newEmail(), newEmail()]
    const change = async (to: string) => {
      const verificationCode = await me.ownCode(to)
      return at.post('user/emailupdate', { email: to, verificationCode, paymentPassword }, me)
    }
    expect(await change(second)).toMatchObject({ code: 200 })
    const first = await linkTo(me.email)
    // A token lasts half an hour: a new one for each step.
    await at.clock.advance(10 * minute)
    expect(await change(third)).toMatchObject({ code: 200 })
    // The later link went to the first contact too, and to none that is new.
    const later = await linkTo(me.email)
    expect(later).not.toBe(first)
    expect((await at.inbox()).some(({ to, text }) => to === second && text.includes('undo#'))).toBe(false)
    await at.clock.advance(3 * day - 5 * minute)
    expect((await undo(first)).code).toBe(200)
    expect(await emailOf(me)).toBe(me.email)
    expect(await undo(later)).toMatchObject(gone)
  })

  it('skips contacts that had not settled, also with a later link', async () => {
    const me = await at.newAccount()
    await setPaymentPassword(me)
    for (const to of [newEmail(), newEmail()]) {
      const verificationCode = await me.ownCode(to)
      const update = { email: to, verificationCode, paymentPassword }
      expect(await at.post('user/emailupdate', update, me)).toMatchObject({ code: 200 })
      await at.clock.advance(minute)
    }
    const later = await linkTo(me.email)
    expect((await undo(later)).code).toBe(200)
    expect(await emailOf(me)).toBe(me.email)
  })

  it('keeps the old contact informed while it can be undone', async () => {
    const me = await at.newAccount()
    expect(await me.changeEmail(newEmail())).toMatchObject({ code: 200 })
    await at.clock.advance(hour)
    await at.accounts.owner.tell(me.id, { name: 'password-changed' })
    expect(await letterTo(me.email)).toMatchObject({ subject: 'Minefall: Your password was changed' })
    await at.clock.advance(3 * day)
    await at.accounts.owner.tell(me.id, { name: 'break-begun' })
    expect(await letterTo(me.email)).not.toMatchObject({ subject: expect.stringContaining('break') })
  })
})
