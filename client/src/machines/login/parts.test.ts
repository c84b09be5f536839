import { describe, expect, test } from 'vitest'
import { callError } from '../../lib/call-error.ts'
import { safeStorage } from '../../lib/storage.ts'
import { loginCalls } from './actor.ts'
import { invitation } from './invitation.ts'
import { ada } from './testing/form.ts'
import { defaultCountry } from './types.ts'

const absent = () =>
  safeStorage(() => {
    throw new Error('no storage')
  })

describe('the country that is selected at first', () => {
  test.each([
    [['ms-MY', 'en-US'], 'MY'],
    [['en-CA'], 'CA'],
    [['ja'], 'JP'],
    [['zh-Hant'], 'TW'],
    [['nl-NL', 'pt-PT', 'pt-BR'], 'BR'],
  ])('for %j is %s', (languages, code) => {
    expect(defaultCountry(languages).code).toBe(code)
  })

  test.each([[[]], [['nl-NL']], [['not a language']]])('for %j is the first of the list', (languages) => {
    expect(defaultCountry(languages).code).toBe('CN')
  })
})

describe('an invitation', () => {
  test('is kept until it is forgotten, and leaves the address', () => {
    const kept = invitation(absent())
    expect(kept.takeFrom('https://play.example/games?invite=12345678&stake=100#a')).toBe(
      'https://play.example/games?stake=100#a',
    )
    expect(kept.read()).toBe('12345678')
    kept.forget()
    expect(kept.read()).toBeNull()
  })

  test.each(['', '1234567', '123456789', '1234567a', '１２３４５６７８'])(
    '%j is none, and leaves too',
    (invite) => {
      const kept = invitation(absent())
      expect(kept.takeFrom(`https://play.example/?invite=${invite}`)).toBe('https://play.example/')
      expect(kept.read()).toBeNull()
    },
  )

  test('an address without one stays as it is', () => {
    expect(invitation(absent()).takeFrom('https://play.example/?modal=wallet')).toBeNull()
  })

  test('the last link that was followed counts', () => {
    const kept = invitation(absent())
    kept.takeFrom('https://play.example/?invite=11111111')
    kept.takeFrom('https://play.example/?invite=22222222')
    expect(kept.read()).toBe('22222222')
  })

  test('one that was damaged in store is none', () => {
    const store = absent()
    store.set('invitation_code', '1')
    expect(invitation(store).read()).toBeNull()
  })
})

describe('the calls', () => {
  const deviceId = 'd'.repeat(32)
  const credentials = { username: 'ada@home.example', type: 4, code: '123456' } as const

  const terms = { terms: '2', privacy: '1' }

  const calls = ({ refuse = false, invited = '', isAway = false } = {}) => {
    const kept = invitation(absent())
    if (invited) kept.takeFrom(`https://play.example/?invite=${invited}`)
    const sent: unknown[] = []
    const made = loginCalls({
      accountCalls: async () => ({
        sendCode: async (body) => {
          sent.push(body)
          return { seconds: 60 }
        },
        signIn: async (body) => {
          sent.push(body)
          if (refuse) throw callError(1203, '')
          return ada
        },
        currentTerms: async () => {
          if (isAway) throw callError(1504, '')
          return terms
        },
      }),
      deviceId: () => deviceId,
      forgetInvitation: kept.forget,
      defaultInvitationCode: async () => '88888888',
    })
    return { ...made, sent, kept }
  }

  test('a sign-in tells the device and the default invitation code', async () => {
    const { sent, signIn } = calls()
    await expect(signIn(credentials)).resolves.toBe(ada)
    expect(sent).toEqual([
      { ...credentials, device_id: deviceId, invitationCode: '88888888', accepted: terms },
    ])
  })

  test('a sign-in tells who invited, and forgets the link', async () => {
    const { sent, signIn, kept } = calls({ invited: '12345678' })
    await signIn({ ...credentials, invitationCode: '12345678' })
    expect(sent).toMatchObject([{ device_id: deviceId, invitationCode: '12345678' }])
    expect(kept.read()).toBeNull()
  })

  test('who invited is kept when the sign-in is refused', async () => {
    const { signIn, kept } = calls({ invited: '12345678', refuse: true })
    await expect(signIn(credentials)).rejects.toMatchObject({ code: 1203 })
    expect(kept.read()).toBe('12345678')
  })

  test('a password accepts no terms, nor does a code while they can’t be had', async () => {
    const byPassword = calls()
    await byPassword.signIn({ username: 'ada@home.example', type: 3, password: 'secret-1' })
    const away = calls({ isAway: true })
    await away.signIn(credentials)
    for (const body of [...byPassword.sent, ...away.sent]) expect(body).not.toHaveProperty('accepted')
  })

  test('a code is asked for as the form says', async () => {
    const { sent, sendCode } = calls()
    const body = { contactType: 'email', contact: 'ada@home.example' } as const
    await expect(sendCode(body)).resolves.toEqual({ seconds: 60 })
    expect(sent).toEqual([body])
  })
})
