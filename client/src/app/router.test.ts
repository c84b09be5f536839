import { createMemoryHistory } from '@tanstack/react-router'
import { describe, expect, test, vi } from 'vitest'
import { startTranslations } from '../i18n/i18n.ts'
import type { Namespace } from '../i18n/namespaces.ts'
import { parseHomeSearch, parseMatchSearch } from '../lib/search.ts'
import { createAppRouter, routeTitle } from './router.tsx'
import type { Gate } from './screens.tsx'
import { emptyScreens } from './testing-screens.ts'

// What a router reads of a browser, where there is none.
vi.stubGlobal('window', { origin: 'http://localhost' })
vi.stubGlobal('self', globalThis)

/** A router that stands at `path`, for someone signed in or not. */
const at = async (
  path: string,
  { isSignedIn = false, history = createMemoryHistory({ initialEntries: [path] }) } = {},
) => {
  await startTranslations()
  const loaded: Namespace[] = []
  const prefetched: string[] = []
  const asked: string[] = []
  const gate: Gate = { isSignedIn: () => isSignedIn, askToSignIn: (path) => void asked.push(path) }
  const router = createAppRouter({
    screens: emptyScreens,
    gate,
    history,
    loadTexts: async (namespaces) => void loaded.push(...namespaces),
    prefetchTable: (gameId) => void prefetched.push(gameId),
  })
  // A page does this when it mounts the router.
  history.subscribe(() => void router.load())
  await router.load()
  return {
    router,
    asked,
    loaded,
    prefetched,
    href: () => router.state.location.href,
    title: () => routeTitle(router),
  }
}

describe('addresses', () => {
  test.each([
    ['/', '/'],
    ['/games', '/games'],
    ['/theme-demo', '/theme-demo'],
    ['/verify', '/verify'],
    ['/daily', '/daily'],
    ['/arena', '/arena'],
    ['/arena/00000000-0000-4000-8000-0000000000aa', '/arena/00000000-0000-4000-8000-0000000000aa'],
    ['/undo', '/undo'],
    ['/undo#a-token-of-a-link', '/undo'],
    ['/login', '/login'],
    ['/terms', '/terms'],
    ['/privacy', '/privacy'],
    ['/responsible-play', '/responsible-play'],
    ['/contact', '/contact'],
    ['/game/mines-trial', '/game/mines-trial'],
    ['/profile', '/?modal=profile'],
    ['/profile?tab=email', '/?modal=profile&tab=email'],
    ['/wallet', '/?modal=wallet'],
    ['/wallet?tab=email', '/?modal=wallet'],
    ['/deposit', '/?modal=deposit'],
    ['/deposit?step=review', '/?modal=deposit&step=review'],
    ['/wallet?tab=deposits', '/?modal=wallet&tab=deposits'],
    ['/withdraw', '/?modal=withdraw'],
    ['/?modal=wallet', '/?modal=wallet'],
    ['/?modal=history&asset=promo', '/?modal=history&asset=promo'],
    ['/history', '/'],
    ['/nowhere', '/'],
    ['/nowhere/at/all', '/'],
    ['/game', '/'],
    ['/wallet/more', '/'],
    ['/Login', '/'],
    ['/test/Profile-Modal', '/'],
  ])('%s shows %s', async (path, shown) => {
    const { href } = await at(path)
    expect(href()).toBe(shown)
  })

  test('a modal that is none opens nothing', () => {
    expect(parseHomeSearch({ modal: 'nothing' })).toEqual({})
    expect(parseHomeSearch({ modal: 'wallet', other: '1' })).toEqual({ modal: 'wallet' })
  })

  test('a tab belongs to the profile, and must be one it has', () => {
    expect(parseHomeSearch({ modal: 'profile', tab: 'phone' })).toEqual({ modal: 'profile', tab: 'phone' })
    expect(parseHomeSearch({ modal: 'profile', tab: 'nothing' })).toEqual({ modal: 'profile' })
    expect(parseHomeSearch({ modal: 'wallet', tab: 'phone' })).toEqual({ modal: 'wallet' })
    expect(parseHomeSearch({ tab: 'phone' })).toEqual({})
  })

  test('the wallet has its own tabs, and orders that it shows', () => {
    const order = '01890000-0000-7000-8000-000000000001'
    expect(parseHomeSearch({ modal: 'wallet', tab: 'deposits', order })).toEqual({
      modal: 'wallet',
      tab: 'deposits',
      order,
    })
    expect(parseHomeSearch({ modal: 'profile', tab: 'deposits', order })).toEqual({ modal: 'profile' })
    expect(parseHomeSearch({ modal: 'wallet', order: `${order}0` })).toEqual({ modal: 'wallet' })
  })

  test('a step belongs to what moves money', () => {
    const order = '01890000-0000-7000-8000-000000000001'
    expect(parseHomeSearch({ modal: 'deposit', step: 'pay', order })).toEqual({
      modal: 'deposit',
      step: 'pay',
      order,
    })
    expect(parseHomeSearch({ modal: 'withdraw', step: 'confirm' })).toEqual({
      modal: 'withdraw',
      step: 'confirm',
    })
    expect(parseHomeSearch({ modal: 'deposit', step: 'Pay!', order: 'D48213-7720' })).toEqual({
      modal: 'deposit',
    })
    expect(parseHomeSearch({ modal: 'wallet', step: 'pay' })).toEqual({ modal: 'wallet' })
  })

  test('which coins it is about belongs to the history', () => {
    expect(parseHomeSearch({ modal: 'history', asset: 'trial' })).toEqual({
      modal: 'history',
      asset: 'trial',
    })
    expect(parseHomeSearch({ modal: 'history', asset: 'gold' })).toEqual({ modal: 'history' })
    expect(parseHomeSearch({ modal: 'profile', asset: 'coin' })).toEqual({ modal: 'profile' })
  })

  test('the login is for guests: others are sent home', async () => {
    expect((await at('/login', { isSignedIn: true })).href()).toBe('/')
  })
})

describe('what is open over Home closes', () => {
  const modal = { to: '/', search: { modal: 'wallet' } } as const

  test('by going back where Home is right behind: one more step back leaves it', async () => {
    const { router } = await at('/games')
    await router.navigate({ to: '/' })
    await router.navigate(modal)
    router.options.context.closeModal()
    expect(router.history.location.href).toBe('/')
    router.history.back()
    expect(router.history.location.href).toBe('/games')
  })

  test('by going back to Home over all that was opened on the way', async () => {
    const { router } = await at('/games')
    await router.navigate({ to: '/' })
    await router.navigate({ to: '/', search: { modal: 'profile' } })
    await router.navigate(modal)
    await router.navigate({ to: '/', search: { modal: 'deposit' } })
    router.options.context.closeModal()
    expect(router.history.location.href).toBe('/')
    router.history.back()
    expect(router.history.location.href).toBe('/games')
  })

  test('with Home in its place where another page came between, which one step back leads to', async () => {
    const { router } = await at('/')
    await router.navigate({ to: '/games' })
    await router.navigate(modal)
    await router.navigate({ to: '/', search: { modal: 'deposit' } })
    router.options.context.closeModal()
    expect(router.history.location.href).toBe('/')
    router.history.go(-2)
    expect(router.history.location.href).toBe('/games')
  })

  test('by going back to Home, also when another page that it led to was left again', async () => {
    const { router } = await at('/')
    await router.navigate({ to: '/', search: { modal: 'profile' } })
    await router.navigate(modal)
    await router.navigate({ to: '/games' })
    router.history.back()
    await router.navigate({ to: '/', search: { modal: 'deposit' } })
    router.options.context.closeModal()
    expect(router.history.location.href).toBe('/')
    expect(router.history.canGoBack()).toBe(false)
  })

  test.each(['/games', '/?modal=play'])('with Home in its place where %s is behind', async (behind) => {
    const { router } = await at(behind)
    await router.navigate(modal)
    router.options.context.closeModal()
    expect(router.history.location.href).toBe('/')
    router.history.back()
    expect(router.history.location.href).toBe(behind)
  })

  test('with Home in its place where the Home that was behind is there no longer', async () => {
    const { router } = await at('/?modal=play')
    await router.navigate({ to: '/' })
    router.history.back()
    await router.navigate(modal)
    await router.navigate({ to: '/', search: { modal: 'deposit' } })
    router.options.context.closeModal()
    expect(router.history.location.href).toBe('/')
  })

  test('with Home in its place where a link led to it', async () => {
    const { router, href } = await at('/wallet')
    expect(href()).toBe('/?modal=wallet')
    router.options.context.closeModal()
    expect(router.history.location.href).toBe('/')
    expect(router.history.canGoBack()).toBe(false)
  })

  test('as does the login at its address', async () => {
    const { router } = await at('/games')
    await router.navigate({ to: '/' })
    await router.navigate({ to: '/login' })
    router.options.context.closeModal()
    expect(router.history.location.href).toBe('/')
    router.history.back()
    expect(router.history.location.href).toBe('/games')
  })

  test('once where it is pressed twice before the browser has gone back', async () => {
    const history = createMemoryHistory({ initialEntries: ['/games', '/'] })
    const { go } = history
    const late: (() => void)[] = []
    history.go = (by) => void late.push(() => go(by))
    const { router } = await at('/', { history })
    await router.navigate(modal)
    router.options.context.closeModal()
    router.options.context.closeModal()
    for (const go of late) go()
    expect(router.history.location.href).toBe('/')
  })
})

describe('titles', () => {
  test.each([
    ['/', 'Minefall'],
    ['/?modal=wallet', 'Minefall'],
    ['/games', 'Game Center - Minefall'],
    ['/game/mines-trial', 'Game - Minefall'],
    ['/theme-demo', 'Theme demo - Minefall'],
    ['/login', 'Log in - Minefall'],
    ['/privacy', 'Privacy policy - Minefall'],
    ['/nowhere', 'Minefall'],
  ])('%s is called %s', async (path, title) => {
    expect((await at(path)).title()).toBe(title)
  })
})

describe('a guarded route', () => {
  test('lets those in who are signed in', async () => {
    const { href, asked } = await at('/test/profile-modal', { isSignedIn: true })
    expect(href()).toBe('/test/profile-modal')
    expect(asked).toEqual([])
  })

  test('opened directly by a guest lands on Home and asks them to sign in for that path', async () => {
    const { href, asked } = await at('/test/profile-modal')
    expect(href()).toBe('/')
    expect(asked).toEqual(['/test/profile-modal'])
  })

  test('navigated to by a guest is canceled where they stand', async () => {
    const { router, href, asked, title } = await at('/games')
    await router.navigate({ to: '/test/profile-modal' })
    expect(href()).toBe('/games')
    expect(title()).toBe('Game Center - Minefall')
    expect(asked).toEqual(['/test/profile-modal'])
  })

  test('asks no one who merely points at a link to it', async () => {
    const { router, asked } = await at('/games')
    await router.preloadRoute({ to: '/test/profile-modal' })
    expect(asked).toEqual([])
  })
})

describe('a game', () => {
  const searchOf = async (query: string) => {
    const { router } = await at(`/game/mines-duel${query}`)
    return parseMatchSearch(router.state.matches.at(-1)?.search ?? {})
  }
  const match = '0123456789abcdef'.repeat(2)

  test('gets its id, and what its query says', async () => {
    const query = `?match=${match}&stake=100&asset=promo&ply=3`
    const { router } = await at(`/game/mines-duel${query}`)
    expect(router.state.matches.at(-1)?.params).toEqual({ gameId: 'mines-duel' })
    expect(await searchOf(query)).toEqual({ match, stake: '100', asset: 'promo', ply: 3 })
  })

  test.each(['?match=abc', '?stake=-5', '?stake=01', '?asset=gold', '?ply=-1', '?ply=1.5', '?other=1'])(
    'drops %s',
    async (query) => {
      expect(await searchOf(query)).toEqual({})
    },
  )

  test('a match id of digits alone stays text', async () => {
    const digits = '1234567890123456'.repeat(2)
    expect(await searchOf(`?match=${digits}`)).toEqual({ match: digits })
  })

  test('a stake past 2^53 keeps every digit', async () => {
    expect(await searchOf('?stake=9007199254740993')).toEqual({ stake: '9007199254740993' })
  })

  test('a link to a replay reads plainly', async () => {
    const { router } = await at('/')
    const { href } = router.buildLocation({
      to: '/game/$gameId',
      params: { gameId: 'mines-duel' },
      search: { ply: 3, asset: 'trial' },
    })
    expect(href).toBe('/game/mines-duel?ply=3&asset=trial')
  })

  test('stands outside the main layout', async () => {
    const { router } = await at('/game/mines-duel')
    expect(router.state.matches.map(({ routeId }) => routeId)).toEqual(['__root__', '/game/$gameId'])
  })
})

test('the texts of a route are awaited with it', async () => {
  expect((await at('/games')).loaded).toContain('lobby')
  expect((await at('/game/mines-trial')).loaded).toContain('match')
})

test.each(['/', '/login', '/games', '/theme-demo', '/game/mines-trial'])(
  '%s has the texts of the parts it shows',
  async (path) => {
    expect((await at(path)).loaded).toContain('ui')
  },
)

test('a table is asked for while its screen still loads', async () => {
  expect((await at('/game/mines-duel')).prefetched).toEqual(['mines-duel'])
  expect((await at('/games')).prefetched).toEqual([])
})
