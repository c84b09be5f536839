import { expect, test } from 'vitest'
import { builtPageOf, readView, viewFile, viewName, views } from './index.ts'

test('a view is found by its name, and by nothing else', () => {
  expect(views).toHaveLength(10)
  for (const view of views) expect(readView(viewName(view))).toBe(view)
  for (const name of [
    '',
    'en-US',
    'en-us.guest',
    'zh-CN.guest',
    'en-US.staff',
    'en-US.guest.html',
    '../en-US.guest',
  ])
    expect(readView(name), name).toBeUndefined()
})

test.each([
  ['/', 'home'],
  ['/?invite=12345678', 'home'],
  ['/games', 'games'],
  ['/game/mines-duel', 'game'],
  ['/game/mines-duel?match=0123&ply=4', 'game'],
  ['/?modal=wallet', undefined],
  ['/?invite=12345678&modal=wallet', undefined],
  ['/games?price=free', undefined],
  ['/games/', undefined],
  ['/game/', undefined],
  ['/game/mines-duel/moves', undefined],
  ['/login', undefined],
])('%s is shown as %s', (address, page) => {
  expect(builtPageOf(address)).toBe(page)
})

test('a view’s file names its page, language and visitor', () => {
  expect(viewFile('games', { language: 'pt-BR', who: 'player' })).toBe('.views/games.pt-BR.player.html')
})
