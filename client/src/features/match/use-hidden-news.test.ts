import { expect, test } from 'vitest'
import { newsOf } from './use-hidden-news.ts'

test('a start and each own turn are news, once each; what others do is none', () => {
  const gathering = { phase: 'gathering', turn: null } as const
  const theirs = { phase: 'playing', turn: null } as const
  const mine = { phase: 'playing', turn: 3 } as const
  expect(newsOf(gathering, gathering)).toBeNull()
  expect(newsOf(gathering, { phase: 'locking', turn: null })).toBeNull()
  expect(newsOf(gathering, theirs)).toBe('starts')
  expect(newsOf(gathering, mine)).toBe('turn')
  expect(newsOf(theirs, mine)).toBe('turn')
  expect(newsOf(mine, mine)).toBeNull()
  expect(newsOf(mine, { phase: 'playing', turn: 5 })).toBe('turn')
  expect(newsOf(mine, theirs)).toBeNull()
  expect(newsOf(theirs, { phase: 'settled', turn: null })).toBeNull()
})
