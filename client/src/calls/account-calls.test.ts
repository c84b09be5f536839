import { accountCalls } from '@minefall/shared/contracts/rest'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { imageForm } from '../lib/http.ts'
import { defaultConfig } from '../lib/public-config.ts'
import { localStore } from '../lib/storage.ts'
import { sessionActor, startSession } from '../machines/session/index.ts'
import { storedSession } from '../machines/session/stored-session.ts'
import { mai, signedIn } from '../machines/session/testing/tabs.ts'
import * as calls from './account-calls.ts'
import { ask } from './api.ts'

// What the session reads of a browser, where there is none.
vi.stubGlobal('window', new EventTarget())
vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'hidden' }))

type Asked = { method: string; url: string; body: unknown; headers: Record<string, unknown> }
const asked: Asked[] = []
/** What each path is answered with: its data, or a whole envelope, or an HTTP status; a list answers in turn. */
let answers: Record<string, unknown> = {}
const inTurn = (...list: unknown[]) => ({ list })
const expired = { code: 1502, msg: '', data: null }

const answerTo = (url: string): Response => {
  const given = answers[url]
  const told =
    typeof given === 'object' && given !== null && 'list' in given ? (given.list as unknown[]).shift() : given
  if (typeof told === 'number') return Response.json({ code: 1401, msg: 'no', data: null }, { status: told })
  const isEnvelope = typeof told === 'object' && told !== null && 'code' in told
  return Response.json(isEnvelope ? told : { code: 200, msg: 'ok', data: told ?? null })
}

const answering = async (
  url: string,
  { method = '', headers, body }: RequestInit = {},
): Promise<Response> => {
  if (url === '/config.json') return Response.json(defaultConfig)
  const sent = typeof body === 'string' ? JSON.parse(body) : (body ?? null)
  asked.push({ method, url, body: sent, headers: { ...headers } as Record<string, unknown> })
  return answerTo(url)
}
beforeEach(() => {
  vi.stubGlobal('fetch', answering)
})
afterEach(() => {
  asked.splice(0)
  answers = {}
  storedSession.clear()
})

const balance = {
  version: 1,
  coin: '5',
  promo: '0',
  trial: '0',
  held: { coin: '0', promo: '0', trial: '0' },
  coins: 5,
}
const login = { username: 'a@b.c', type: 4, code: '123456', device_id: 'd'.repeat(32) } as const
const change = { currentPassword: 'old one', newPassword: 'new one' }
const byCode = { verificationCode: '123456', newPassword: 'new one' }
const phone = { phone: '123456789', phonecode: '60', countrycode: 'MY', verificationCode: '123456' }
const email = { email: 'a@b.c', verificationCode: '123456' }
const contact = { contactType: 'email', contact: 'a@b.c' } as const

type Case = [string, () => Promise<unknown>, unknown, unknown?]

describe('the calls of the documented table', () => {
  test.each<Case>([
    ['POST /api/index/login', () => calls.signIn(login), signedIn('a1'), login],
    ['POST /api/index/sendcode', () => calls.sendCode(contact), { seconds: 60 }, contact],
    ['GET /api/user/getUserInfo', calls.fetchUser, mai],
    ['GET /api/user/getBalance', calls.fetchBalance, balance],
    ['GET /api/user/currency', () => ask(accountCalls.currencies), []],
    [
      'POST /api/user/currency_edit',
      () => ask(accountCalls.chooseCurrency, { body: { currencycode: 'EUR' } }),
      mai,
      { currencycode: 'EUR' },
    ],
    ['GET /api/user/getavatars', () => ask(accountCalls.avatars), [{ avatarid: 'fox', avatar: 'fox' }]],
    [
      'POST /api/user/modify',
      () => ask(accountCalls.chooseAvatar, { body: { avatarid: 'fox' } }),
      { avatar: 'fox' },
      { avatarid: 'fox' },
    ],
    [
      'POST /api/user/nickname',
      () => ask(accountCalls.changeNickname, { body: { nickname: 'Mai' } }),
      { nickname: 'Mai' },
      { nickname: 'Mai' },
    ],
    ['POST /api/user/passwordchange', () => ask(accountCalls.changePassword, { body: change }), null, change],
    [
      'POST /api/user/codepasswordchange',
      () => ask(accountCalls.changePasswordByCode, { body: byCode }),
      null,
      byCode,
    ],
    [
      'POST /api/user/paypasswordchange',
      () => ask(accountCalls.changePaymentPassword, { body: change }),
      null,
      change,
    ],
    ['POST /api/user/emailupdate', () => ask(accountCalls.changeEmail, { body: email }), null, email],
    ['POST /api/user/phoneupdate', () => ask(accountCalls.changePhone, { body: phone }), null, phone],
    ['GET /api/user/sessions', () => ask(accountCalls.sessions), []],
    [
      'POST /api/user/sessionend',
      () => ask(accountCalls.endSession, { body: { sessionid: '5' } }),
      null,
      { sessionid: '5' },
    ],
    ['POST /api/user/signouteverywhere', () => ask(accountCalls.signOutEverywhere), null, {}],
  ])('%s', async (line, run, data, body = null) => {
    const url = line.split(' ')[1] ?? ''
    answers[url] = data
    expect(await run()).toEqual(data)
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({ method: line.split(' ')[0], url, body })
  })

  test('GET /api/user/center', async () => {
    const security = { hasPassword: true, hasPaymentPassword: false, paymentLockedUntil: null, sessions: 1 }
    const center = { user: mai, security, activities: [], ready: 2 }
    answers['/api/user/center'] = center
    expect(await calls.fetchCenter()).toEqual(center)
  })

  test('POST /api/user/upload sends the picture in the field image', async () => {
    answers['/api/user/upload'] = { avatar: '/api/user/avatar/1' }
    const image = new Blob(['picture'], { type: 'image/png' })
    const done = await ask(accountCalls.uploadAvatar, { body: imageForm(image) })
    expect(done).toEqual({ avatar: '/api/user/avatar/1' })
    const body = asked[0]?.body
    expect(body instanceof FormData && (await (body.get('image') as File).text())).toBe('picture')
  })
})

describe('every call', () => {
  test('says zh-CN, and carries the token in store as a bearer', async () => {
    answers['/api/user/getUserInfo'] = mai
    await calls.fetchUser()
    expect(asked[0]?.headers).toMatchObject({ 'Accept-Language': 'zh-CN' })
    expect(asked[0]?.headers).not.toHaveProperty('Authorization')
    storedSession.keepToken('a1')
    await calls.fetchUser()
    expect(asked[1]?.headers).toMatchObject({ 'Accept-Language': 'zh-CN', Authorization: 'Bearer a1' })
  })

  test('for a code is bound to this device', async () => {
    answers['/api/index/sendcode'] = { seconds: 60 }
    await calls.sendCode(contact)
    expect(asked[0]?.headers['x-device-id']).toBe(localStore.get('device_id'))
    expect(asked[0]?.headers['x-device-id']).toMatch(/^[0-9a-f]{32}$/)
  })
})

describe('the session', () => {
  beforeAll(startSession)
  const begin = (token = 'a1') => sessionActor.send({ type: 'session.signedIn', signedIn: signedIn(token) })
  const told = <T>(run: () => T) => {
    const ended: string[] = []
    const { unsubscribe } = sessionActor.on('session.ended', ({ why }) => ended.push(why))
    return { ended, result: run(), stop: unsubscribe }
  }

  const bearers = () => asked.map(({ url, headers }) => `${url} ${headers.Authorization}`)

  test('goes on with a renewed token, unseen', async () => {
    begin()
    answers['/api/user/getBalance'] = inTurn(expired, balance)
    answers['/api/user/refreshToken'] = { token: 'a2' }
    const { ended, result, stop } = told(calls.fetchBalance)
    expect(await result).toEqual(balance)
    expect(bearers()).toEqual([
      '/api/user/getBalance Bearer a1',
      '/api/user/refreshToken Bearer a1',
      '/api/user/getBalance Bearer a2',
    ])
    expect(ended).toEqual([])
    expect([storedSession.token(), storedSession.user()?.token]).toEqual(['a2', 'a2'])
    expect(sessionActor.getSnapshot().context).toMatchObject({ token: 'a2', userName: 'Mai' })
    stop()
  })

  test('ends when the token cannot be renewed', async () => {
    // One that was renewed a moment ago would be waited for.
    begin('b1')
    answers['/api/user/getBalance'] = expired
    answers['/api/user/refreshToken'] = { code: 1501, msg: '', data: null }
    const { ended, result, stop } = told(calls.fetchBalance)
    await expect(result).rejects.toMatchObject({ code: 1502 })
    expect(asked).toHaveLength(2)
    expect(ended).toEqual(['expired'])
    expect([storedSession.token(), storedSession.user()]).toEqual([null, null])
    stop()
  })

  test('ends with HTTP 401', async () => {
    begin()
    answers['/api/user/getUserInfo'] = 401
    const { ended, result, stop } = told(calls.fetchUser)
    await expect(result).rejects.toMatchObject({ code: 1401 })
    expect(ended).toEqual(['unauthenticated'])
    expect([storedSession.token(), storedSession.user()]).toEqual([null, null])
    stop()
  })

  test('that the player ends is ended at the server, with a renewed token if need be', async () => {
    begin()
    answers['/api/user/refreshToken'] = { token: 'a2' }
    answers['/api/user/signout'] = inTurn(expired, null)
    sessionActor.send({ type: 'session.signOut' })
    expect(storedSession.token()).toBeNull()
    await expect.poll(() => asked).toHaveLength(3)
    expect(bearers()).toEqual([
      '/api/user/signout Bearer a1',
      '/api/user/refreshToken Bearer a1',
      '/api/user/signout Bearer a2',
    ])
    expect(storedSession.token()).toBeNull()
  })

  test('that is over tells the server nothing', async () => {
    await calls.signOut()
    expect(asked).toEqual([])
  })
})
