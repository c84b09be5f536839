import { expect, test } from 'vitest'
import { createRewardNews, type ToldNews } from './follow-rewards.ts'

const player = () => {
  const world = { playing: false, told: [] as ToldNews[], hushed: 0 }
  const news = createRewardNews({
    isPlaying: () => world.playing,
    tell: (one) => world.told.push(one),
    hush: () => {
      world.hushed += 1
    },
  })
  return { world, news }
}

test('a higher level, a VIP tier and an earned invitation are reported at once outside of matches', () => {
  const { world, news } = player()
  news.hear({ kind: 'level', level: 2 })
  news.hear({ kind: 'vip', tier: 1 })
  news.hear({ kind: 'referral', name: 'Ben', amount: '100' })
  expect(world.told.map(({ kind }) => kind)).toEqual(['level', 'vip', 'referral'])
})

test('progress and what was received are not told', () => {
  const { world, news } = player()
  news.hear({ kind: 'progress' })
  news.hear({ kind: 'received', bonusType: 'daily', amount: '10' })
  expect(world.told).toEqual([])
})

test('what comes during a match is reported in order when it is over, once', () => {
  const { world, news } = player()
  world.playing = true
  news.hear({ kind: 'level', level: 2 })
  news.hear({ kind: 'vip', tier: 1 })
  news.look()
  expect(world.told).toEqual([])
  world.playing = false
  news.look()
  news.look()
  expect(world.told).toEqual([
    { kind: 'level', level: 2 },
    { kind: 'vip', tier: 1 },
  ])
})

test('what is still told when a match begins is taken away, and nothing before', () => {
  const { world, news } = player()
  news.hear({ kind: 'level', level: 2 })
  news.look()
  expect(world.hushed).toBe(0)
  world.playing = true
  news.look()
  expect(world.hushed).toBe(1)
})

test('what was held back for one account, or is still shown, is not told to the next', () => {
  const { world, news } = player()
  news.hear({ kind: 'vip', tier: 1 })
  world.told = []
  world.playing = true
  news.hear({ kind: 'level', level: 2 })
  world.hushed = 0
  news.forget()
  expect(world.hushed).toBe(1)
  world.playing = false
  news.look()
  expect(world.told).toEqual([])
})
