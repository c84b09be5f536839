import { expect, it } from 'vitest'
import { categoryOf, summarize } from './profile.ts'

const frame = (functionName: string, url = '', lineNumber = 0) => ({ functionName, url, lineNumber })

it('sums self time up by function and by what it belongs to, idle time apart', () => {
  const nodes = [
    { id: 1, callFrame: frame('(idle)') },
    { id: 2, callFrame: frame('(garbage collector)') },
    { id: 3, callFrame: frame('send', 'file:///x/node_modules/ws/lib/sender.js', 9) },
    { id: 4, callFrame: frame('send', 'file:///x/node_modules/ws/lib/sender.js', 9) },
  ]
  const summary = summarize({ nodes, samples: [1, 2, 3, 4, 1], timeDeltas: [0, 50, 10, 20, 20] })
  expect(summary.busyShare).toBe(0.5)
  expect(summary.functions).toEqual([
    { name: 'send lib/sender.js:10', share: 0.8 },
    { name: '(garbage collector)', share: 0.2 },
  ])
  expect(summary.categories).toEqual([
    { name: 'ws', share: 0.8 },
    { name: '(garbage collector)', share: 0.2 },
  ])
})

it.each([
  ['file:///x/node_modules/@noble/hashes/sha2.js', '@noble/hashes'],
  ['file:///x/a/node_modules/b/node_modules/c/d.js', 'c'],
  ['file:///x/platform/dist/matches/host/commands.js', 'platform/matches'],
  ['file:///x/bff/dist/one-process.js', 'bff/one-process.js'],
  ['node:events', 'node'],
  ['', 'native'],
])('%s belongs to %s', (url, category) => {
  expect(categoryOf({ functionName: 'f', url })).toBe(category)
})
