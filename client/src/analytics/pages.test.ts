import { pageNames } from '@minefall/shared/analytics'
import { expect, test } from 'vitest'
import { modalNames } from '../lib/search.ts'
import { type Place, pageOf } from './events.ts'
import { createPageFollower } from './start-analytics.ts'

const place = (pathname: string, modal?: string): Place => ({ pathname, search: modal ? { modal } : {} })

test.each([
  ['/', undefined, { name: 'home', gameId: null }],
  ['/', 'wallet', { name: 'wallet', gameId: null }],
  ['/', 'nothing', { name: 'home', gameId: null }],
  ['/games', undefined, { name: 'games', gameId: null }],
  ['/login', undefined, { name: 'login', gameId: null }],
  ['/theme-demo', undefined, { name: 'theme-demo', gameId: null }],
  ['/test/profile-modal', undefined, { name: 'profile-modal', gameId: null }],
  ['/game/mines-duel', undefined, { name: 'game', gameId: 'mines-duel' }],
  ['/game/mines-duel', 'wallet', { name: 'game', gameId: 'mines-duel' }],
  ['/game/', undefined, null],
  ['/wallet', undefined, null],
])('%s with the modal %s is the page %o', (pathname, modal, page) => {
  expect(pageOf(place(pathname, modal))).toEqual(page)
})

test('every modal that has an address is a page', () => {
  for (const modal of modalNames) expect(pageNames).toContain(modal)
})

test('pages are reported once each with the one before, and games as they are entered', () => {
  const told: unknown[] = []
  const pages = createPageFollower({
    view: ({ name }, fromPage) => told.push([name, fromPage]),
    enterGame: (gameId, fromPage) => told.push([gameId, fromPage]),
  })
  expect(pages.now()).toBeNull()
  for (const at of [
    place('/'),
    place('/', 'wallet'),
    place('/', 'wallet'),
    place('/'),
    place('/unknown'),
    place('/game/mines-duel'),
    place('/game/mines-duel'),
    place('/game/mines-trial'),
    place('/games'),
  ])
    pages.moved(at)
  expect(told).toEqual([
    ['home', null],
    ['wallet', 'home'],
    ['home', 'wallet'],
    ['game', 'home'],
    ['mines-duel', 'home'],
    ['game', 'game'],
    ['mines-trial', 'game'],
    ['games', 'game'],
  ])
  expect(pages.now()).toEqual({ name: 'games', gameId: null })
})
