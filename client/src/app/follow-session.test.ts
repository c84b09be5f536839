import { createMemoryHistory } from '@tanstack/react-router'
import { describe, expect, test, vi } from 'vitest'
import type { SessionEmitted } from '../machines/session/index.ts'
import { followSession } from './follow-session.ts'
import { createAppRouter } from './router.tsx'
import { emptyScreens } from './testing-screens.ts'

vi.stubGlobal('window', { origin: 'http://localhost' })
vi.stubGlobal('self', globalThis)

/** A page at `path` that follows a session in the hands of the test. */
const page = async (...paths: string[]) => {
  const world = { isSignedIn: false }
  const said: unknown[] = []
  const heard = new Map<string, (event: SessionEmitted) => void>()
  const history = createMemoryHistory({ initialEntries: paths })
  const router = createAppRouter({
    screens: emptyScreens,
    gate: { isSignedIn: () => world.isSignedIn, askToSignIn: () => undefined },
    history,
    loadTexts: async () => undefined,
    prefetchTable: () => undefined,
  })
  history.subscribe(() => void router.load())
  await router.load()
  const invalidate = vi.spyOn(router, 'invalidate')
  followSession({
    session: {
      on: (type, hear) => {
        heard.set(type, (event) => hear(event as Parameters<typeof hear>[0]))
        return { unsubscribe: () => undefined }
      },
    },
    router,
    say: (notice, tone) => void said.push([notice, tone]),
    sayBlocked: (text) => void said.push(text),
  })
  return {
    world,
    said,
    invalidate,
    tell: (event: SessionEmitted) => heard.get(event.type)?.(event),
    path: () => history.location.pathname,
    href: () => history.location.href,
    goTo: (to: '/login') => router.navigate({ to }),
    back: () => history.back(),
    /** Resolves when the router has done what it was asked to. */
    settled: () => router.load(),
  }
}

describe('a page', () => {
  test.each(['expired', 'unauthenticated', 'blocked'] as const)(
    'goes to the login when the session is %s',
    async (why) => {
      const { tell, path } = await page('/games')
      tell({ type: 'session.ended', why })
      await expect.poll(path).toBe('/login')
    },
  )

  test.each(['signed-out', 'other-tab'] as const)('stays where it is when it is %s', async (why) => {
    const { tell, path, settled } = await page('/games')
    tell({ type: 'session.ended', why })
    await settled()
    expect(path()).toBe('/games')
  })

  test('whose session ended goes back to where it was with the next sign-in, however often it ended', async () => {
    const { world, tell, path, href, settled } = await page('/games?price=coins')
    tell({ type: 'session.ended', why: 'expired' })
    await expect.poll(path).toBe('/login')
    // A call that was under way without a token is refused.
    tell({ type: 'session.ended', why: 'unauthenticated' })
    await settled()
    world.isSignedIn = true
    tell({ type: 'session.began' })
    await expect.poll(href).toBe('/games?price=coins')
  })

  test('at the login goes home when someone has signed in, here or in another tab', async () => {
    const { world, tell, path } = await page('/login')
    world.isSignedIn = true
    tell({ type: 'session.began' })
    await expect.poll(path).toBe('/')
  })

  test('has where the visitor was before one step back, when they have signed in', async () => {
    const { world, goTo, tell, path, back } = await page('/games')
    await goTo('/login')
    world.isSignedIn = true
    tell({ type: 'session.began' })
    await expect.poll(path).toBe('/')
    back()
    expect(path()).toBe('/games')
  })

  test('has it there, too, when their session had ended', async () => {
    const { world, tell, path, href, back } = await page('/terms', '/games?price=coins')
    tell({ type: 'session.ended', why: 'expired' })
    await expect.poll(path).toBe('/login')
    world.isSignedIn = true
    tell({ type: 'session.began' })
    await expect.poll(href).toBe('/games?price=coins')
    back()
    expect(path()).toBe('/terms')
  })

  test('elsewhere stays as it is when someone has signed in', async () => {
    const { world, tell, invalidate } = await page('/games')
    world.isSignedIn = true
    tell({ type: 'session.began' })
    expect(invalidate).not.toHaveBeenCalled()
  })

  test('says what the session has to say', async () => {
    const { tell, said } = await page('/')
    tell({ type: 'session.noticed', notice: 'signed-in' })
    tell({ type: 'session.noticed', notice: 'signed-out' })
    tell({ type: 'session.noticed', notice: 'session-expired' })
    tell({ type: 'session.noticed', notice: 'account-blocked', text: 'Please write to us' })
    tell({ type: 'session.began' })
    expect(said).toEqual([
      ['signed-in', 'good'],
      ['signed-out', 'plain'],
      ['session-expired', 'warn'],
      'Please write to us',
      null,
    ])
  })
})
