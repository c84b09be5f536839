import { describe, expect, test } from 'vitest'
import { browser, kenji, mai, owning, signedIn, signedInTab } from './testing/tabs.ts'

const keptMai = { auth_token: 'a1', user_info: JSON.stringify(signedIn('a1')) }

describe('a sign-in', () => {
  test('keeps token and user, says so, and asks for everything 100 ms later', async () => {
    const { home, tab } = signedInTab()
    expect(tab.isSignedIn()).toBe(true)
    expect(home.token()).toBe('a1')
    expect(home.user()).toEqual({ ...mai, token: 'a1' })
    expect(tab.emitted).toEqual([{ type: 'session.noticed', notice: 'signed-in' }, { type: 'session.began' }])
    tab.clock.increment(99)
    expect(tab.asked).toEqual([])
    tab.clock.increment(1)
    await tab.last().answer({ user: { ...mai, level: 4, coins: 1 }, balance: owning(250) })
    expect(tab.context()).toMatchObject({
      token: 'a1',
      userName: 'Mai',
      userBalance: 250,
      balance: owning(250),
    })
    expect(tab.context().user).toMatchObject({ level: 4, coins: 1 })
    expect(home.user()).toMatchObject({ level: 4, coins: 1, token: 'a1' })
  })

  test('shows the coins of the user until the balance is known', () => {
    const { tab } = signedInTab()
    expect(tab.context()).toMatchObject({ balance: null, userBalance: 120 })
  })

  test('of another in the same tab starts over', async () => {
    const { home, tab } = signedInTab()
    const first = tab.first()
    tab.actor.send({ type: 'session.signedIn', signedIn: signedIn('b1', kenji) })
    await first.answer({ user: { ...mai, nickname: 'late' }, balance: owning(9) })
    expect(tab.context()).toMatchObject({ token: 'b1', userName: 'Kenji', balance: null })
    expect(home.user()).toMatchObject({ id: '8', nickname: 'Kenji' })
    expect(tab.emitted.filter(({ type }) => type === 'session.began')).toHaveLength(2)
  })
})

describe('a start', () => {
  test('with token and user restores at once, and asks for everything 100 ms later', () => {
    const tab = browser(keptMai).openTab()
    expect(tab.isSignedIn()).toBe(true)
    expect(tab.context()).toMatchObject({ token: 'a1', userName: 'Mai', userBalance: 120 })
    expect(tab.emitted).toEqual([{ type: 'session.began' }])
    tab.clock.increment(99)
    expect(tab.asked).toHaveLength(0)
    tab.clock.increment(1)
    expect(tab.asked).toHaveLength(1)
  })

  test.each([
    ['nothing', {}],
    ['a token alone', { auth_token: 'a1' }],
    ['a user alone', { user_info: keptMai.user_info }],
  ])('with %s is signed out, and leaves it', (_what, kept: Record<string, string>) => {
    const home = browser(kept)
    const tab = home.openTab()
    expect(tab.isSignedIn()).toBe(false)
    expect(Object.fromEntries(home.items)).toEqual(kept)
    expect(tab.emitted).toEqual([])
  })

  test.each(['{"id":', '"text"', 'null', '[]', '{}', '{"id":""}'])(
    'with a user that cannot be read (%s) clears the two keys and no other',
    (user_info) => {
      const others = { locale: 'ja-JP', device_id: 'd', currentTheme: 'ocean' }
      const home = browser({ ...others, auth_token: 'a1', user_info })
      expect(home.openTab().isSignedIn()).toBe(false)
      expect(Object.fromEntries(home.items)).toEqual(others)
    },
  )
})

describe('the refresh', () => {
  test('is made every 10 s while signed in, and no more after', async () => {
    const { tab } = signedInTab()
    await tab.first().answer({})
    for (const times of [2, 3, 4]) {
      tab.clock.increment(9_999)
      expect(tab.asked).toHaveLength(times - 1)
      tab.clock.increment(1)
      expect(tab.asked).toHaveLength(times)
      await tab.last().answer({})
    }
    tab.actor.send({ type: 'session.signOut' })
    tab.clock.increment(60_000)
    expect(tab.asked).toHaveLength(4)
  })

  test('that hangs is not made a second time beside it', () => {
    const { tab } = signedInTab()
    tab.first()
    tab.clock.increment(10_000)
    expect(tab.asked).toHaveLength(1)
  })

  test('is skipped in a hidden tab and made when it is looked at', async () => {
    const { tab } = signedInTab()
    await tab.first().answer({})
    tab.world.isVisible = false
    tab.clock.increment(30_000)
    expect(tab.asked).toHaveLength(1)
    tab.show()
    expect(tab.asked).toHaveLength(2)
  })

  test('takes what came when only one of both did', async () => {
    const { tab } = signedInTab()
    await tab.first().answer({ balance: owning(5) })
    expect(tab.context()).toMatchObject({ userName: 'Mai', userBalance: 5 })
    tab.actor.send({ type: 'session.refresh' })
    await tab.last().answer({ user: { ...mai, nickname: 'M' } })
    expect(tab.context()).toMatchObject({ userName: 'M', userBalance: 5 })
  })

  test('that fails is made again in its time', async () => {
    const { tab } = signedInTab()
    await tab.first().fail()
    expect(tab.isSignedIn()).toBe(true)
    tab.clock.increment(10_000)
    expect(tab.asked).toHaveLength(2)
  })

  test('asked for while one is under way follows it: that one may have been answered already', async () => {
    const { tab } = signedInTab()
    const first = tab.first()
    tab.actor.send({ type: 'session.refresh' })
    tab.actor.send({ type: 'session.refresh' })
    expect(tab.asked).toHaveLength(1)
    await first.answer({ balance: owning(1) })
    expect(tab.context().userBalance).toBe(1)
    expect(tab.asked).toHaveLength(2)
    await tab.last().answer({ balance: owning(2) })
    expect(tab.context().userBalance).toBe(2)
    expect(tab.asked).toHaveLength(2)
  })

  test('answered after a sign-out is not taken', async () => {
    const { home, tab } = signedInTab()
    const first = tab.first()
    tab.actor.send({ type: 'session.signOut' })
    await first.answer({ user: mai, balance: owning(1) })
    expect(tab.context()).toMatchObject({
      user: null,
      token: null,
      balance: null,
      userName: '',
      userBalance: 0,
    })
    expect(Object.fromEntries(home.items)).toEqual({ locale: 'pt-BR' })
  })

  test('asked before the player changed something is not taken, and made again', async () => {
    const { home, tab } = signedInTab()
    const first = tab.first()
    tab.actor.send({ type: 'session.userChanged', id: mai.id, user: { nickname: 'New' } })
    await first.answer({ user: mai, balance: owning(1) })
    expect(tab.context().userName).toBe('New')
    expect(home.user()).toMatchObject({ nickname: 'New' })
    expect(tab.asked).toHaveLength(2)
    await tab.last().answer({ user: { ...mai, nickname: 'New' }, balance: owning(1) })
    expect(tab.context()).toMatchObject({ userName: 'New', userBalance: 1 })
  })

  test('asked before another tab changed something is not taken, and made again', async () => {
    const { home, tab } = signedInTab()
    const other = home.openTab()
    const first = tab.first()
    other.actor.send({ type: 'session.userChanged', id: mai.id, user: { nickname: 'New' } })
    await first.answer({ user: mai })
    expect(tab.context().userName).toBe('New')
    expect(home.user()).toMatchObject({ nickname: 'New' })
    expect(tab.asked).toHaveLength(2)
  })

  test('that tells of someone else is them: the token is theirs', async () => {
    const { home, tab } = signedInTab()
    await tab.first().answer({ user: { ...mai, ...kenji }, balance: owning(4) })
    expect(tab.context()).toMatchObject({ userName: 'Kenji', userBalance: 4 })
    expect(home.user()).toMatchObject({ id: '8', token: 'a1' })
  })

  test('does not write again what is kept already: every write is sent to all tabs', async () => {
    const { home, tab } = signedInTab()
    expect(home.written).toEqual(['user_info', 'auth_token'])
    await tab.first().answer({ user: mai })
    expect(home.written).toHaveLength(2)
    tab.actor.send({ type: 'session.refresh' })
    await tab.last().answer({ user: { ...mai, level: 9 } })
    expect(home.written.slice(2)).toEqual(['user_info'])
  })
})

describe('the balance', () => {
  const pushed = (coins: number, version?: number) => ({
    type: 'session.balanceChanged' as const,
    balance: owning(coins, version),
  })

  test('is the newest that was reported, over the connection or by a call, in whatever order they come', async () => {
    const { tab } = signedInTab()
    tab.actor.send(pushed(250, 5))
    expect(tab.context()).toMatchObject({ userBalance: 250, balance: owning(250, 5) })
    await tab.first().answer({ balance: owning(300, 4) })
    expect(tab.context()).toMatchObject({ userBalance: 250, balance: { version: 5 } })
    tab.actor.send({ type: 'session.refresh' })
    await tab.last().answer({ balance: owning(90, 6) })
    expect(tab.context()).toMatchObject({ userBalance: 90, balance: { version: 6 } })
    tab.actor.send(pushed(250, 5))
    expect(tab.context()).toMatchObject({ userBalance: 90, balance: { version: 6 } })
  })

  test('of a push counts coins and bonus coins together, as the call does', () => {
    const { tab } = signedInTab()
    tab.actor.send({ type: 'session.balanceChanged', balance: { ...owning(7), promo: '9007199254740990' } })
    expect(tab.context().userBalance).toBe(Number.MAX_SAFE_INTEGER)
  })

  test('that was pushed while a call was under way is not lost to the answer', async () => {
    const { tab } = signedInTab()
    const first = tab.first()
    tab.actor.send(pushed(10, 8))
    await first.answer({ user: { ...mai, coins: 400 }, balance: owning(400, 7) })
    expect(tab.context()).toMatchObject({ userBalance: 10, user: { coins: 400 } })
  })

  test('of another account counts from its own version', async () => {
    const { tab } = signedInTab()
    tab.actor.send(pushed(10, 80))
    tab.actor.send({ type: 'session.signedIn', signedIn: signedIn('b1', kenji) })
    expect(tab.context().balance).toBeNull()
    await tab.first().answer({ balance: owning(4, 2) })
    expect(tab.context()).toMatchObject({ userBalance: 4, balance: { version: 2 } })
  })

  test('of someone who has signed out is no one’s', () => {
    const { tab } = signedInTab()
    tab.actor.send({ type: 'session.signOut' })
    tab.actor.send(pushed(10, 80))
    expect(tab.context()).toMatchObject({ balance: null, userBalance: 0 })
  })
})

describe('the end of a session', () => {
  test('by signing out tells the server, clears the two keys and says so', () => {
    const { home, tab } = signedInTab()
    tab.emitted.splice(0)
    tab.actor.send({ type: 'session.signOut' })
    expect(tab.isSignedIn()).toBe(false)
    expect(tab.signedOut).toEqual(['a1'])
    expect(Object.fromEntries(home.items)).toEqual({ locale: 'pt-BR' })
    expect(tab.emitted).toEqual([
      { type: 'session.ended', why: 'signed-out' },
      { type: 'session.noticed', notice: 'signed-out' },
    ])
  })

  test.each([
    ['expired', 'session-expired'],
    ['unauthenticated', 'unauthenticated'],
  ] as const)('because the token is %s clears the two keys and says %s', (why, notice) => {
    const { home, tab } = signedInTab()
    tab.emitted.splice(0)
    tab.actor.send({ type: 'session.rejected', why })
    expect(tab.isSignedIn()).toBe(false)
    expect(tab.signedOut).toEqual([])
    expect(Object.fromEntries(home.items)).toEqual({ locale: 'pt-BR' })
    expect(tab.emitted).toEqual([
      { type: 'session.ended', why },
      { type: 'session.noticed', notice },
    ])
  })

  test('because the account is blocked tells what staff say of it', () => {
    const { tab } = signedInTab()
    tab.emitted.splice(0)
    tab.actor.send({ type: 'session.rejected', why: 'blocked', text: 'Please write to us' })
    expect(tab.isSignedIn()).toBe(false)
    expect(tab.emitted).toEqual([
      { type: 'session.ended', why: 'blocked' },
      { type: 'session.noticed', notice: 'account-blocked', text: 'Please write to us' },
    ])
  })

  test('of a guest with a token that is worth nothing is said and cleared as well', () => {
    const home = browser({ auth_token: 'a1', locale: 'pt-BR' })
    const tab = home.openTab()
    tab.actor.send({ type: 'session.rejected', why: 'unauthenticated' })
    expect(Object.fromEntries(home.items)).toEqual({ locale: 'pt-BR' })
    expect(tab.emitted).toContainEqual({ type: 'session.noticed', notice: 'unauthenticated' })
  })
})

describe('what is shown', () => {
  test('follows a change the player made', () => {
    const { tab } = signedInTab()
    tab.actor.send({ type: 'session.userChanged', id: mai.id, user: { nickname: '  ', coins: 7 } })
    expect(tab.context()).toMatchObject({ userName: 'mai@mail.example', userBalance: 7 })
  })

  test('follows no change that someone made who was signed in before', () => {
    const { home, tab } = signedInTab()
    home.openTab().actor.send({ type: 'session.signedIn', signedIn: signedIn('b1', kenji) })
    tab.actor.send({ type: 'session.userChanged', id: mai.id, user: { nickname: 'New' } })
    expect(tab.context().userName).toBe('Kenji')
    expect(home.user()).toMatchObject({ nickname: 'Kenji' })
  })

  test('asks caches again for a picture only when it may be another', async () => {
    const { tab } = signedInTab()
    const avatar = '/api/user/avatar/1'
    tab.actor.send({ type: 'session.userChanged', id: mai.id, user: { avatar } })
    const shown = tab.context().userAvatar
    await tab.first().answer({})
    tab.clock.increment(10_000)
    await tab.last().answer({ user: { ...mai, avatar } })
    expect(tab.context().userAvatar).toBe(shown)
    tab.actor.send({ type: 'session.userChanged', id: mai.id, user: { avatar } })
    expect(tab.context().userAvatar).not.toBe(shown)
  })
})
