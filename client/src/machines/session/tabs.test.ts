import { describe, expect, test } from 'vitest'
import { browser, kenji, mai, owning, signedIn, signedInTab } from './testing/tabs.ts'

describe('the other tabs', () => {
  test('become signed in, and signed out again, with the first', () => {
    const home = browser()
    const [tab, other] = [home.openTab(), home.openTab()]
    tab.actor.send({ type: 'session.signedIn', signedIn: signedIn('a1') })
    expect(other.isSignedIn()).toBe(true)
    expect(other.context()).toMatchObject({ token: 'a1', userName: 'Mai' })
    expect(other.emitted).toEqual([{ type: 'session.began' }])
    tab.actor.send({ type: 'session.signOut' })
    expect(other.isSignedIn()).toBe(false)
    expect(other.emitted.slice(1)).toEqual([{ type: 'session.ended', why: 'other-tab' }])
    expect(other.signedOut).toEqual([])
  })

  test('adopt a change of the user', () => {
    const { home, tab } = signedInTab()
    const other = home.openTab()
    tab.actor.send({
      type: 'session.userChanged',
      id: mai.id,
      user: { nickname: 'New', avatar: '/api/user/avatar/1' },
    })
    expect(other.context().userName).toBe('New')
    expect(other.context().userAvatar).toMatch(/^\/api\/user\/avatar\/1\?_=\d+$/)
  })

  test('go on with the token that one of them has renewed', () => {
    const { home, tab } = signedInTab()
    const other = home.openTab()
    home.write({ auth_token: 'a2' })
    tab.actor.send({ type: 'session.tokenRefreshed', token: 'a2' })
    expect(tab.context().user?.token).toBe('a2')
    expect(home.user()).toMatchObject({ token: 'a2' })
    expect(other.context()).toMatchObject({ token: 'a2', user: { token: 'a2' } })
    expect(other.emitted).toEqual([{ type: 'session.began' }])
  })

  test('lose nothing that is on its way when one of them renews the token', async () => {
    const { home, tab } = signedInTab()
    const first = tab.first()
    home.write({ auth_token: 'a2' })
    await first.answer({ user: { ...mai, level: 9 } })
    expect(tab.context()).toMatchObject({ token: 'a2', user: { level: 9, token: 'a2' } })
    expect(tab.asked).toHaveLength(1)
  })

  test('become another when another signs in, and drop what was on its way for the first', async () => {
    const { home, tab } = signedInTab()
    const other = home.openTab()
    const first = tab.first()
    const began: (string | null)[] = []
    tab.actor.on('session.began', () => began.push(tab.context().token))
    other.actor.send({ type: 'session.signedIn', signedIn: signedIn('b1', kenji) })
    expect(tab.context()).toMatchObject({ token: 'b1', userName: 'Kenji' })
    expect(began).toEqual(['b1'])
    await first.answer({ user: mai, balance: owning(9) })
    expect(tab.context()).toMatchObject({ token: 'b1', userName: 'Kenji', balance: null })
    expect(home.user()).toMatchObject({ id: '8' })
  })

  test('sign out when all storage is cleared', () => {
    const { home, tab } = signedInTab()
    home.clear()
    expect(tab.isSignedIn()).toBe(false)
    expect(tab.emitted.at(-1)).toEqual({ type: 'session.ended', why: 'other-tab' })
  })

  test('become signed in by a token alone, and find out whose it is', async () => {
    const home = browser()
    const tab = home.openTab()
    home.write({ auth_token: 'a1' })
    expect(tab.isSignedIn()).toBe(true)
    expect(tab.context().user).toBeNull()
    await tab.first().answer({ user: mai })
    expect(tab.context().userName).toBe('Mai')
    expect(home.user()).toEqual({ ...mai, token: 'a1' })
  })

  test('keep their user when another tab leaves one that cannot be read', () => {
    const { home, tab } = signedInTab()
    home.write({ user_info: '{' })
    expect(tab.isSignedIn()).toBe(true)
    expect(tab.context().userName).toBe('Mai')
  })

  test('are believed over an answer that came before their event', async () => {
    const { home, tab } = signedInTab()
    const first = tab.first()
    home.items.delete('auth_token')
    await first.answer({ user: { ...mai, nickname: 'late' } })
    expect(tab.isSignedIn()).toBe(false)
    expect(home.user()).toBeNull()
  })

  test('are believed before anything is asked without their token, in a tab that wakes before their event', async () => {
    const { home, tab } = signedInTab()
    await tab.first().answer({})
    home.items.clear()
    tab.show()
    expect(tab.asked).toHaveLength(1)
    expect(tab.isSignedIn()).toBe(false)
    expect(tab.emitted.at(-1)).toEqual({ type: 'session.ended', why: 'other-tab' })
  })
})
