import { expect, test } from 'vitest'
import { playedMatch } from '../../board/model/played-match.ts'
import { jumped } from '../../machines/match/facts.ts'
import { newsOf } from './use-hidden-news.ts'

test('a start and each own turn are news, once each; what others do is none', () => {
  const match = playedMatch({ seats: 2 })
  const [first = 0, second = 0] = match.state().order
  const started = match.news()
  const newsFor = (seat: number, facts = started) => facts.flatMap((fact) => newsOf(fact, seat) ?? [])
  // Our own first turn counts for more than the start.
  expect(newsFor(first)).toEqual(['turn'])
  expect(newsFor(second)).toEqual(['starts'])
  const before = match.state()
  const after = match.open('safe')
  const moved = match.news()
  expect(newsFor(first, moved)).toEqual([])
  expect(newsFor(second, moved)).toEqual(['turn'])
  expect(newsOf(jumped(before, after), second)).toBe('turn')
  expect(newsOf(jumped(after, after), second)).toBeNull()
  expect(newsOf(jumped(playedMatch({ until: 'locking' }).state(), after), first)).toBe('starts')
  expect(newsOf(jumped(null, after), second)).toBeNull()
  match.open('mine')
  expect(newsFor(first, match.news())).toEqual([])
})
