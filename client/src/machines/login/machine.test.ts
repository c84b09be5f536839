import { describe, expect, test } from 'vitest'
import { callError } from '../../lib/call-error.ts'
import { ada, country, shown } from './testing/form.ts'
import type { LoginEvent } from './types.ts'

const contact = (text: string): LoginEvent => ({ type: 'contact.type', text })
const code = (text: string): LoginEvent => ({ type: 'code.type', text })
const password = (text: string): LoginEvent => ({ type: 'password.type', text })
const choose = (tab: 'code' | 'password'): LoginEvent => ({ type: 'tab.choose', tab })
const open = (pendingPath: string | null = null): LoginEvent => ({ type: 'login.open', pendingPath })
const close: LoginEvent = { type: 'login.close' }
const submit: LoginEvent = { type: 'login.submit' }
const sendCode: LoginEvent = { type: 'code.send' }
const wrongCode = callError(1203, '验证码错误或已过期')

describe('the global login modal', () => {
  test('is hidden until it is opened, and remembers where the visitor wanted to go', () => {
    const { has, now, send } = shown({ isOpen: false })
    expect(has('visible')).toBe(false)
    send(open('/test/profile-modal'))
    expect(has('visible')).toBe(true)
    expect(now().pendingPath).toBe('/test/profile-modal')
  })

  test('hidden, it has forgotten the path and everything that was typed', () => {
    const { has, now, send, told } = shown({ pendingPath: '/games' })
    send(contact('ada@home.example'), choose('password'), password('secret-1'), close)
    expect(has('visible')).toBe(false)
    expect(now()).toMatchObject({
      pendingPath: null,
      tab: 'code',
      contact: '',
      password: '',
      detected: 'none',
    })
    expect(told).toEqual([])
  })

  test('opens with the fields, the error, the detected type and the countdown as at first', async () => {
    const { codes, has, now, send } = shown()
    send(contact('+81 90 1234 5678'), sendCode)
    await codes[0]?.answer({ seconds: 60 })
    send(code('123'), close, open())
    expect(now()).toMatchObject({
      tab: 'code',
      contact: '',
      detected: 'none',
      code: '',
      error: null,
      codeSent: null,
      secondsLeft: 0,
      dialCode: '+60',
    })
    expect(has('counting')).toBe(false)
  })

  test('opened for a path while it is shown, it keeps what was typed', () => {
    const { now, send } = shown()
    send(contact('ada@home.example'), open('/games'), open())
    expect(now()).toMatchObject({ contact: 'ada@home.example', pendingPath: '/games' })
  })

  test('returns the path once after a sign-in, and clears it', async () => {
    const { has, logins, now, send, told } = shown({ pendingPath: '/games' })
    send(contact('ada@home.example'), code('123456'), submit)
    await logins[0]?.answer(ada)
    expect(told).toEqual(['signed in 1', 'go on to /games'])
    expect(has('visible')).toBe(false)
    expect(now().pendingPath).toBeNull()
    send({ type: 'visitor.signedIn' })
    expect(told).toHaveLength(2)
  })

  test('without a path it leads nowhere', async () => {
    const { logins, send, told } = shown()
    send(contact('ada@home.example'), code('123456'), submit)
    await logins[0]?.answer(ada)
    expect(told).toEqual(['signed in 1'])
  })

  test('goes on when another tab signed the visitor in', () => {
    const { has, send, told } = shown({ pendingPath: '/games' })
    send({ type: 'visitor.signedIn' })
    expect(told).toEqual(['go on to /games'])
    expect(has('visible')).toBe(false)
  })
})

describe('the tabs', () => {
  test('switching clears the password, the code and the error, and keeps the contact', async () => {
    const { logins, now, send } = shown()
    send(contact('ada@home.example'), code('123456'), submit)
    await logins[0]?.refuse(wrongCode)
    expect(now().error).toBe(wrongCode)
    send(choose('password'))
    expect(now()).toMatchObject({ tab: 'password', code: '', error: null, contact: 'ada@home.example' })
    send(password('secret-1'), choose('code'))
    expect(now()).toMatchObject({ tab: 'code', password: '' })
  })
})

describe('the contact', () => {
  test.each([
    ['', 'none'],
    ['12 345', 'none'],
    ['12 345 6', 'phone'],
    ['ada@home', 'none'],
    [' ada@home.example ', 'email'],
  ])('%j is read as %s', (text, detected) => {
    const { now, send } = shown()
    send(contact('12 345 6789'), contact(text))
    expect(now()).toMatchObject({ contact: text, detected })
  })

  test('typed with its plus it shows its country, and the selected one where several share the code', () => {
    const { now, send } = shown()
    send(contact('+44 7911'))
    expect(now()).toMatchObject({ country: { code: 'GB' }, dialCode: '+44' })
    send({ type: 'country.choose', country: country('CA') }, contact('+1 416 555 0123'))
    expect(now()).toMatchObject({ country: { code: 'CA' }, dialCode: '+1' })
  })

  test('of a country that is not listed leaves the selection alone', () => {
    const { now, send } = shown()
    send(contact('+41 44 668 18 00'))
    expect(now()).toMatchObject({ detected: 'phone', country: { code: 'MY' }, dialCode: '+60' })
  })
})

describe('the dial-code field', () => {
  const typed = (text: string): LoginEvent => ({ type: 'dialCode.type', text })
  const leave: LoginEvent = { type: 'dialCode.leave' }

  test.each([
    ['44', '+44', 'GB'],
    ['', '+60', 'MY'],
    ['+999', '+60', 'MY'],
    ['a8b6', '+86', 'CN'],
  ])('left with %j it holds %s for %s', (text, dialCode, code) => {
    const { now, send } = shown()
    send(typed(text), leave)
    expect(now()).toMatchObject({ dialCode, country: { code } })
  })

  test('holds digits behind a plus while it is typed', () => {
    const { now, send } = shown()
    send(typed('0o44+4'))
    expect(now()).toMatchObject({ dialCode: '+0444', country: { code: 'MY' } })
  })

  test('is settled before anything is sent', () => {
    const { codes, send } = shown()
    send(contact('7911 123456'), typed('44'), sendCode)
    expect(codes[0]?.body).toEqual({ contactType: 'phone', contact: '7911 123456', countryCode: '44' })
  })
})

describe('sending a code', () => {
  test('needs a contact', () => {
    const { codes, send } = shown()
    send(sendCode, contact('ada'), sendCode)
    expect(codes).toEqual([])
  })

  test('happens once for two presses, and not while the seconds run', async () => {
    const { codes, has, now, pass, send } = shown()
    send(contact('ada@home.example'), sendCode, sendCode)
    expect(codes.map(({ body }) => body)).toEqual([{ contactType: 'email', contact: 'ada@home.example' }])
    expect(has('sending')).toBe(true)
    await codes[0]?.answer({ seconds: 60 })
    expect(now()).toMatchObject({ codeSent: 'sent', secondsLeft: 60 })
    send(sendCode)
    pass(59_999)
    send(sendCode)
    expect(codes).toHaveLength(1)
    pass(1)
    expect(now().secondsLeft).toBe(0)
    send(sendCode)
    expect(codes).toHaveLength(2)
  })

  test('says that only numbers with accounts get a code when the server says so', async () => {
    const { codes, now, send } = shown()
    send(contact('+81 90 1234 5678'), sendCode)
    await codes[0]?.answer({ seconds: 60, accountsOnly: true })
    expect(now()).toMatchObject({ codeSent: 'accounts-only', secondsLeft: 60 })
  })

  test('counts down each second', async () => {
    const { codes, now, pass, send } = shown()
    send(contact('ada@home.example'), sendCode)
    await codes[0]?.answer({ seconds: 60 })
    const seen = Array.from({ length: 60 }, () => {
      pass(1_000)
      return now().secondsLeft
    })
    expect(seen).toEqual(Array.from({ length: 60 }, (_, passed) => 59 - passed))
  })

  test('a phone that slept has waited in the meantime', async () => {
    const { codes, has, now, pass, send, sleep } = shown()
    send(contact('ada@home.example'), sendCode)
    await codes[0]?.answer({ seconds: 60 })
    sleep(40_500)
    pass(1_000)
    expect(now().secondsLeft).toBe(19)
    sleep(3_600_000)
    pass(1_000)
    expect(has('counting')).toBe(false)
    expect(now().secondsLeft).toBe(0)
  })

  test('refused for being too many, it shows the error and counts the seconds it was given', async () => {
    const { codes, has, now, pass, send } = shown()
    const tooMany = callError(1429, '', { data: { seconds: 7 } })
    send(contact('ada@home.example'), sendCode)
    await codes[0]?.refuse(tooMany)
    expect(now()).toMatchObject({ error: tooMany, secondsLeft: 7, codeSent: null })
    pass(7_000)
    expect(has('counting')).toBe(false)
  })

  test('failed otherwise, it may be tried again at once', async () => {
    const { codes, now, send } = shown()
    const failed = callError(1204, '')
    send(contact('ada@home.example'), sendCode)
    await codes[0]?.refuse(failed)
    expect(now().error).toBe(failed)
    send(sendCode)
    expect(now().error).toBeNull()
    expect(codes).toHaveLength(2)
  })

  test('an answer to a form that was closed changes nothing', async () => {
    const { codes, has, now, send } = shown()
    send(contact('ada@home.example'), sendCode, close, open())
    await codes[0]?.answer({ seconds: 60 })
    expect(now()).toMatchObject({ codeSent: null, secondsLeft: 0 })
    expect(has('counting')).toBe(false)
  })

  test('another contact has not been sent one', async () => {
    const { codes, now, send } = shown()
    send(contact('ada@home.example'), sendCode)
    await codes[0]?.answer({ seconds: 60 })
    send(contact('eve@home.example'))
    expect(now()).toMatchObject({ codeSent: null, secondsLeft: 60 })
  })
})

describe('the invitation', () => {
  const invitation = (text: string): LoginEvent => ({ type: 'invitation.type', text })

  test('is that of the link that was followed, until another is typed', () => {
    const { logins, now, send } = shown({ invited: '12345678' })
    expect(now().invitation).toBe('12345678')
    send(contact('ada@home.example'), code('123456'), invitation('8765 4321 0'), submit)
    expect(now().invitation).toBe('87654321')
    expect(logins[0]?.body).toMatchObject({ invitationCode: '87654321' })
  })

  test('is not sent once it is emptied', () => {
    const { logins, send } = shown({ invited: '12345678' })
    send(contact('ada@home.example'), code('123456'), invitation(''), submit)
    expect(logins[0]?.body).not.toHaveProperty('invitationCode')
  })

  test('with a password is that of the link alone, as what was typed is not in sight', () => {
    const { logins, send } = shown({ invited: '12345678' })
    send(contact('ada@home.example'), invitation('1'), choose('password'), invitation('2'))
    send(password('secret-1'), submit)
    expect(logins[0]?.body).toMatchObject({ invitationCode: '12345678' })
  })

  test('refused, it is said until it is typed again', async () => {
    const { logins, now, send } = shown()
    send(contact('ada@home.example'), code('123456'), invitation('1'), submit)
    expect(logins[0]?.body).toMatchObject({ invitationCode: '1' })
    await logins[0]?.refuse(callError(1001, ''))
    send(invitation('12'))
    expect(now().error).toBeNull()
  })
})

describe('logging in', () => {
  test.each([
    ['phone and password', '12 345 6789', choose('password'), password('secret-1'), 1],
    ['phone and code', '12 345 6789', choose('code'), code('407193'), 2],
    ['email and password', 'ada@home.example', choose('password'), password('secret-1'), 3],
    ['email and code', 'ada@home.example', choose('code'), code('407193'), 4],
  ])('%s', (_, typed, tab, secret, type) => {
    const { logins, send } = shown()
    send(contact(` ${typed} `), tab, secret, submit)
    expect(logins.map(({ body }) => body)).toEqual([
      {
        username: typed,
        type,
        ...(type % 2 === 1 ? { password: 'secret-1' } : { code: '407193' }),
        ...(type < 3 ? { phoneCode: '60', countrycode: 'MY' } : {}),
      },
    ])
  })

  test('a number with its plus is sent with its own dial code, whatever is selected', () => {
    const { logins, send } = shown()
    send(
      contact('+44 7911 123456'),
      { type: 'country.choose', country: country('CN') },
      code('407193'),
      submit,
    )
    expect(logins[0]?.body).toMatchObject({ phoneCode: '44', countrycode: 'GB' })
  })

  test.each([
    ['no contact', [contact('ada'), code('123456')]],
    ['a short code', [contact('ada@home.example'), code('12345')]],
    ['a short password', [contact('ada@home.example'), choose('password'), password('12345')]],
    ['a code that went with its tab', [contact('ada@home.example'), code('123456'), choose('password')]],
  ])('is not possible with %s', (_, events) => {
    const { logins, send } = shown()
    send(...events, submit)
    expect(logins).toEqual([])
  })

  test('a code is its digits, however they were pasted', () => {
    const { now, send } = shown()
    send(code(' 407 193\n'))
    expect(now().code).toBe('407193')
    send(code('４０７-１９３ 5'))
    expect(now().code).toBe('407193')
  })

  test('is sent once for two presses', async () => {
    const { has, logins, send } = shown()
    send(contact('ada@home.example'), code('123456'), submit, submit)
    expect(has('signing')).toBe(true)
    expect(logins).toHaveLength(1)
  })

  test('a refusal is shown and keeps the form; typing takes it away', async () => {
    const { has, logins, now, send, told } = shown({ pendingPath: '/games' })
    send(contact('ada@home.example'), code('123456'), submit)
    await logins[0]?.refuse(wrongCode)
    expect(has('visible')).toBe(true)
    expect(now()).toMatchObject({
      error: wrongCode,
      contact: 'ada@home.example',
      code: '123456',
      pendingPath: '/games',
    })
    send(code('12345'))
    expect(now().error).toBeNull()
    expect(told).toEqual([])
  })

  test('closed before the answer, a refusal is dropped, also by the next form', async () => {
    const { logins, now, send } = shown()
    send(contact('ada@home.example'), code('123456'), submit, close, open())
    await logins[0]?.refuse(wrongCode)
    expect(now().error).toBeNull()
  })

  test('closed before the answer, a sign-in is taken, and leads nowhere', async () => {
    const { has, logins, send, told } = shown({ pendingPath: '/games' })
    send(contact('ada@home.example'), code('123456'), submit, close)
    await logins[0]?.answer(ada)
    expect(told).toEqual(['signed in 1'])
    expect(has('visible')).toBe(false)
  })

  test('the next form waits for the answer to the one before', async () => {
    const { has, logins, send, told } = shown()
    send(contact('ada@home.example'), code('123456'), submit, close, open('/games'))
    send(contact('ada@home.example'), code('123456'), submit)
    expect(logins).toHaveLength(1)
    await logins[0]?.answer(ada)
    expect(told).toEqual(['signed in 1', 'go on to /games'])
    expect(has('visible')).toBe(false)
  })
})
