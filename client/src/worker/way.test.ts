import { expect, test } from 'vitest'
import { wayOf } from './way.ts'

const origin = 'https://play.example'
const way = (
  path: string,
  { method = 'GET', mode = 'cors' }: Partial<Pick<Request, 'method' | 'mode'>> = {},
) => wayOf({ url: new URL(path, origin).href, method, mode }, origin)

test.each(['/', '/games', '/game/mines-duel?match=0', '/?modal=wallet', '/apiary'])(
  'a navigation to %s gets the offline page without a network',
  (path) => expect(way(path, { mode: 'navigate' })).toBe('page'),
)

test.each([
  '/desk',
  '/desk/orders/1',
  '/dev/inbox',
  '/docs',
  '/docs/json',
  '/sandbox/pay/1',
  '/healthz',
  '/icon.svg',
  '/api/game/list',
])('a navigation to %s is the server’s alone', (path) =>
  expect(way(path, { mode: 'navigate' })).toBe('network'),
)

test.each([
  '/api/game/list',
  '/api',
  '/socket.io/?EIO=4',
  '/config.json',
  '/worker.js',
  '/flags/JP.svg',
  '/support/widget.js',
  'https://elsewhere.example/assets/app-0.js',
])('%s is never kept', (path) => expect(way(path)).toBe('network'))

test('files with a hash in their name are kept; what is sent never is', () => {
  expect(way('/assets/app-0123.js')).toBe('kept')
  expect(way('/assets/app-0123.js', { method: 'HEAD' })).toBe('network')
  expect(way('/', { method: 'POST', mode: 'navigate' })).toBe('network')
})
