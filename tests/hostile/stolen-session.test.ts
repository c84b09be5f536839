import { randomBytes, randomUUID } from 'node:crypto'
import { fund } from '@minefall/platform/testing-fund'
import { bodyCode } from '@minefall/shared/contracts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { askCode, bearer, get, post, posted, setPassword, signInByCode } from '../harness/accounts.ts'
import { ground } from '../integration/battles/ground.ts'

const here = ground()
const hex = (bytes: number) => randomBytes(bytes).toString('hex')
const newEmail = () => `${hex(6)}@home.example`
const url = () => here().server.url
/** Another minute: what was counted of codes and tries so far is forgotten. */
const later = () => here().db.query('delete from counted')

const loginPassword = 'giant hazel 7'
const paymentPassword = 'payment hazel 9'
const owned = 5_000n

/** An owner with coins, both passwords, and a destination for withdrawals; and a token that someone else has too. */
const victim = async () => {
  await later()
  const contact = newEmail()
  const { id, token } = await signInByCode(url(), { contact, deviceId: hex(16) })
  const headers = bearer(token)
  await setPassword(url(), { contact, token }, loginPassword)
  await later()
  const verificationCode = await askCode(url(), contact, headers)
  const first = { currentPassword: '', newPassword: paymentPassword, verificationCode }
  await posted(url(), 'user/paypasswordchange', first, { headers })
  await fund(here().db, id, 'coin', owned)
  const details = { method: 'alipay', account: 'anna@pay.example', realName: 'Anna Berg' }
  await posted(url(), 'wallet/destinations', { details, paymentPassword }, { headers })
  await later()
  return { id, contact, token, call: (path: string, body: object) => post(url(), path, body, { headers }) }
}

/** Signs in with a code to a contact, on its own device; whatever becomes of it. */
const signIn = async (contact: string) => {
  await later()
  const deviceId = hex(16)
  const code = await askCode(url(), contact, { 'x-device-id': deviceId })
  return post(url(), 'index/login', { username: contact, type: 4, device_id: deviceId, code })
}
const idOf = (data: unknown) => z.object({ id: z.string() }).parse(data).id
const tokenOf = (data: unknown) => z.object({ token: z.string() }).parse(data).token

/** What a thief is after: coins, contacts, passwords, where withdrawals go and which there are. */
const print = async (playerId: string) => {
  const read = async (what: string) =>
    (await here().db.query(`select t::text as row from (${what}) t order by 1`, [playerId])).rows
  return [
    await read('select coin, promo, held_coin from player_balance where player_id = $1'),
    await read('select kind, value from contact where player_id = $1'),
    await read('select password_hash, payment_hash from login_account where player_id = $1'),
    await read('select id, details, removed_at from payout_destination where player_id = $1'),
    await read('select id, status from wallet_order where player_id = $1'),
  ]
}

/** A code that is not this one. */
const other = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0')

test('with a token alone a thief moves no contact, and the owner’s next login is to the same account', async () => {
  const owner = await victim()
  const before = await print(owner.id)
  const theirs = newEmail()
  const verificationCode = await askCode(url(), theirs, bearer(owner.token))
  const moved = await owner.call('user/emailupdate', { email: theirs, verificationCode })
  await owner.call('user/signouteverywhere', {})
  expect({ code: moved.code, after: await print(owner.id) }).toEqual({
    code: bodyCode.proofRequired,
    after: before,
  })
  expect(idOf((await signIn(theirs)).data)).not.toBe(owner.id)
  expect(idOf((await signIn(owner.contact)).data)).toBe(owner.id)
})

test('an hour of tries with a token gets a thief no coin, no contact and no password', async () => {
  const owner = await victim()
  const before = await print(owner.id)
  const theirs = newEmail()
  const ask = async (contact: string) => {
    await later()
    return askCode(url(), contact, bearer(owner.token))
  }
  const codes: Record<string, number[]> = {}
  const attempt = async (name: string, path: string, body: object) => {
    codes[name] = [...(codes[name] ?? []), (await owner.call(path, body)).code]
  }

  // A code can be sent to the owner, and not be read: five guesses each.
  const verificationCode = await ask(theirs)
  const unseen = await ask(owner.contact)
  const contacts = [
    { path: 'user/emailupdate', body: { email: theirs, verificationCode } },
    { path: 'user/phoneupdate', body: { phone: '125550148', phonecode: '60', verificationCode: '123456' } },
  ]
  for (const { path, body } of contacts) {
    await attempt('a contact', path, body)
    await attempt('a contact', path, { ...body, ownCode: '', paymentPassword: '' })
  }
  // What came to the thief is no code to the owner.
  const update = { email: theirs, verificationCode }
  await attempt('a guess at the proof', 'user/emailupdate', { ...update, ownCode: other(unseen) })
  for (const by of [2, 3])
    await attempt('a guess at the proof', 'user/confirmsession', { ownCode: other(unseen, by) })
  for (const by of [4, 5])
    await attempt('a guess at the proof', 'user/codepasswordchange', {
      verificationCode: other(unseen, by),
      newPassword: 'stolen hazel 1',
    })
  await attempt('the right code after five wrong ones', 'user/confirmsession', { ownCode: unseen })

  const theirCode = await ask(theirs)
  const withTheirs = { verificationCode: theirCode, newPassword: 'stolen hazel 1' }
  await attempt('a code to the thief', 'user/codepasswordchange', withTheirs)
  await attempt('a code to the thief', 'user/confirmsession', { ownCode: theirCode })
  const pay = { ...withTheirs, currentPassword: loginPassword }
  await attempt('a code to the thief', 'user/paypasswordchange', pay)

  await attempt('a guess at a password', 'user/passwordchange', {
    currentPassword: 'another',
    newPassword: 'stolen hazel 1',
  })
  await attempt('a guess at a password', 'user/paypasswordchange', {
    currentPassword: 'another',
    newPassword: 'stolen hazel 1',
  })
  const details = { method: 'alipay', account: 'thief@pay.example', realName: 'Tom Thief' }
  await attempt('a guess at a password', 'wallet/destinations', { details, paymentPassword: 'another' })
  // What was to become the payment password, with a code, was the first of five: the account was secured just now.
  for (let n = 0; n < 2; n++)
    await attempt('a guess at a password', 'user/confirmsession', { paymentPassword: `guess ${n}` })
  await attempt('the right password after five wrong ones', 'user/confirmsession', { paymentPassword })

  const state = z
    .object({ destinations: z.array(z.object({ id: z.string() })) })
    .parse((await get(url(), 'wallet/withdraw', bearer(owner.token))).data)
  const [to] = state.destinations
  const amounts = { destinationId: to?.id, amount: '1000' }
  await attempt('a withdrawal', 'wallet/withdraw/code', amounts)
  await attempt('a withdrawal', 'wallet/withdraw', {
    ...amounts,
    total: '990.00',
    key: randomUUID(),
    paymentPassword,
    verificationCode: '123456',
  })
  for (const token of [hex(11), 'undo', randomBytes(16).toString('base64url')])
    codes['an undo'] = [...(codes['an undo'] ?? []), (await post(url(), 'account/undo', { token })).code]

  expect(codes).toEqual({
    'a contact': [1207, 1001, 1207, 1001],
    'a guess at the proof': [1203, 1203, 1203, 1203, 1203],
    'the right code after five wrong ones': [1203],
    'a code to the thief': [1203, 1203, 1203],
    'a guess at a password': [1102, 1102, 1102, 1102, 1102],
    'the right password after five wrong ones': [1105],
    'a withdrawal': [1601, 1601],
    'an undo': [1404, 1404, 1404],
  })
  expect(await print(owner.id)).toEqual(before)
  expect(
    (
      await here().db.query('select from session where player_id = $1 and confirmed_at is not null', [
        owner.id,
      ])
    ).count,
  ).toBe(0)

  // The owner's old token after the thief renewed it: both are out, and the owner comes back in.
  const renewed = await owner.call('user/refreshToken', {})
  const newer = bearer(tokenOf(renewed.data))
  expect((await get(url(), 'user/getUserInfo', newer)).code).toBe(200)
  await here().db.query(`update session set used_at = used_at - interval '1 minute' where player_id = $1`, [
    owner.id,
  ])
  expect((await owner.call('user/refreshToken', {})).code).toBe(bodyCode.tokenInvalid)
  expect((await get(url(), 'user/getUserInfo', newer)).code).toBe(bodyCode.tokenInvalid)
  expect(idOf((await signIn(owner.contact)).data)).toBe(owner.id)
})

test('an owner who signs in is led to undo what a thief with the payment password did', async () => {
  const owner = await victim()
  const [, contactsBefore] = await print(owner.id)
  const theirs = newEmail()
  const change = async (email: string, call: typeof owner.call, headers: Record<string, string>) => {
    await later()
    const verificationCode = await askCode(url(), email, headers)
    return call('user/emailupdate', { email, verificationCode, paymentPassword })
  }
  expect((await change(theirs, owner.call, bearer(owner.token))).code).toBe(200)
  await owner.call('user/signouteverywhere', {})

  const thief = await signIn(theirs)
  expect(idOf(thief.data)).toBe(owner.id)
  const asThief = bearer(tokenOf(thief.data))
  const thiefCalls = (path: string, body: object) => post(url(), path, body, { headers: asThief })
  // The new contact is sent no code but to sign in, and a second change pushes nothing out.
  const code = await thiefCalls('index/sendcode', { contactType: 'email', contact: theirs })
  expect(code).toMatchObject({ code: bodyCode.notAllowed, data: { notice: 'contact-unsettled' } })
  expect((await change(newEmail(), thiefCalls, asThief)).code).toBe(200)

  const accounts = async () => (await here().db.query('select from login_account')).count
  const there = await accounts()
  const refused = await signIn(owner.contact)
  expect(refused.code).toBe(bodyCode.contactReserved)
  expect(await accounts()).toBe(there)
  const { undo } = z.object({ undo: z.string() }).parse(refused.data)
  expect(await post(url(), 'account/undoable', { token: undo })).toMatchObject({
    code: 200,
    data: { contacts: [{ kind: 'email', back: expect.stringContaining('•••') }] },
  })
  expect((await post(url(), 'account/undo', { token: undo })).code).toBe(200)
  expect((await post(url(), 'account/undo', { token: undo })).code).toBe(bodyCode.notFound)

  expect((await get(url(), 'user/getUserInfo', asThief)).code).toBe(bodyCode.tokenInvalid)
  expect(idOf((await signIn(theirs)).data)).not.toBe(owner.id)
  const back = await signIn(owner.contact)
  expect(idOf(back.data)).toBe(owner.id)
  const [balance, contacts, passwords] = await print(owner.id)
  expect(JSON.stringify(balance)).toContain(`(${owned},`)
  expect(contacts).toEqual(contactsBefore)
  expect(passwords).toEqual([{ row: '(,)' }])
  expect((await get(url(), 'wallet/withdraw', bearer(tokenOf(back.data)))).data).toMatchObject({
    hasPaymentPassword: false,
    heldOff: { since: expect.any(Number), until: expect.any(Number) },
  })
})
