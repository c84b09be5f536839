import { describe, expect, test } from 'vitest'
import { displayName, noOne, shownAtFirst } from './shown.ts'
import { parseUser, readCoins, readUser, sessionRecord } from './stored-user.ts'
import { mai, signedIn } from './testing/tabs.ts'

describe('a user', () => {
  test('is read with every documented field', () => {
    expect(readUser(signedIn('a1'))).toEqual({ ...mai, token: 'a1' })
    expect(Object.keys(readUser({ id: '1' }) ?? {}).sort()).toEqual(
      [
        'id',
        'username',
        'nickname',
        'email',
        'phoneNumber',
        'avatar',
        'coins',
        'level',
        'vipLevel',
        'countrycode',
        'languagecode',
        'flagUrl',
        'phoneCode',
        'invitationCode',
        'token',
        'currencyCode',
        'currencySymbol',
        'exchangeRate',
      ].sort(),
    )
  })

  test('without its fields has the documented defaults', () => {
    expect(readUser({ id: 7 })).toEqual({
      id: '7',
      username: '',
      nickname: '',
      email: '',
      phoneNumber: '',
      avatar: '',
      coins: 0,
      level: 1,
      vipLevel: 0,
      countrycode: '',
      languagecode: '',
      flagUrl: '',
      phoneCode: '',
      invitationCode: '',
      token: '',
      currencyCode: '',
      currencySymbol: '',
      exchangeRate: 1,
    })
  })

  test('has level 1 where none is given, and 0 in the record a session begins with', () => {
    expect(readUser({ id: '1' })?.level).toBe(1)
    expect(sessionRecord({ id: '1' })?.level).toBe(0)
    expect([readUser({ id: '1', level: 0 })?.level, sessionRecord({ id: '1', level: '5' })?.level]).toEqual([
      0, 5,
    ])
  })

  test('without a username goes by the email address, or else the phone number', () => {
    expect(readUser({ id: '1', email: 'a@b.c', phoneNumber: '+1' })?.username).toBe('a@b.c')
    expect(readUser({ id: '1', email: '', phoneNumber: '+1' })?.username).toBe('+1')
    expect(readUser({ id: '1', username: 'u', email: 'a@b.c' })?.username).toBe('u')
  })

  test('survives being kept', () => {
    expect(parseUser(JSON.stringify(readUser(signedIn('a1'))))).toEqual({ ...mai, token: 'a1' })
  })

  test.each(['', '{', 'undefined', 'null', '1', '"x"', '[]', '{}', '{"id":null}', '{"id":""}', '{"id":{}}'])(
    'cannot be read from %j',
    (kept) => {
      expect(parseUser(kept)).toBeNull()
    },
  )

  test('whose fields are of the wrong kind is read without them', () => {
    const odd = {
      id: '1',
      nickname: { toString: 1 },
      coins: [],
      level: 'x',
      exchangeRate: Number.NaN,
      avatar: null,
    }
    expect(readUser(odd)).toMatchObject({ nickname: '', coins: 0, level: 1, exchangeRate: 1, avatar: '' })
  })
})

test.each([
  [12, 12],
  [0.5, 0.5],
  ['12', 12],
  [' 12.5 ', 12.5],
  ['', 0],
  [' ', 0],
  ['twelve', 0],
  ['12 coins', 0],
  [null, 0],
  [undefined, 0],
  [Number.NaN, 0],
  [Number.POSITIVE_INFINITY, 0],
  [[5], 0],
  [true, 0],
])('coins %j are %d', (told, coins) => {
  expect(readCoins(told)).toBe(coins)
})

test.each([
  [{ nickname: ' Mai ', username: 'mai@x.y' }, 'Mai'],
  [{ nickname: '', username: ' mai@x.y ' }, 'mai@x.y'],
  [{ nickname: '   ', username: 'mai@x.y' }, 'mai@x.y'],
  [{ nickname: '', username: '' }, ''],
  [null, ''],
])('%j is called %j', (user, name) => {
  expect(displayName(user)).toBe(name)
})

test('at first the stored user is shown, with a picture that no cache serves an older one for, and no one without a token', () => {
  const user = sessionRecord({ ...signedIn('a1'), avatar: '/avatars/7.webp' })
  const shown = shownAtFirst({ token: () => 'a1', user: () => user }, () => 5)
  expect(shown).toMatchObject({ user, token: 'a1', balance: null, userName: 'Mai', userBalance: 120 })
  expect(shown.userAvatar).toBe('/avatars/7.webp?_=5')
  expect(shownAtFirst({ token: () => null, user: () => user }, () => 5)).toBe(noOne)
  expect(shownAtFirst({ token: () => 'a1', user: () => null }, () => 5)).toBe(noOne)
})
