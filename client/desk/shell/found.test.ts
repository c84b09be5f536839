import type { DeskFound } from '@minefall/shared/contracts/desk'
import { matchIdSchema } from '@minefall/shared/game'
import { expect, test } from 'vitest'
import { foundFor, groupsOf } from './Search.tsx'

const nothing: DeskFound = { players: [], morePlayers: false, orders: [], matches: [], reports: [] }
const player = {
  id: 'p1',
  nickname: '<b>Mai</b>',
  email: 'mai@mail.example',
  phoneNumber: '+60123456789',
  avatar: 'cat-1',
  guest: false,
  blocked: true,
}
const at = 0

test('what was found stands by kind, each where it leads to, and kinds without anything are left out', () => {
  expect(groupsOf(nothing)).toEqual([])
  const matchId = matchIdSchema.parse('0a'.repeat(16))
  const order = { id: 'o1', number: 'W1', kind: 'withdrawal' as const, status: 'pending', amount: '12000' }
  const match = { matchId, gameId: 'mines-duel', phase: 'playing', asset: 'coin' as const, stake: '100' }
  const report = { id: 'r1', number: 'R1', category: 'coins' as const, player: null }
  const groups = groupsOf({
    players: [player, { ...player, id: 'p2', nickname: 'Guest', email: '', phoneNumber: '', guest: true }],
    morePlayers: true,
    orders: [{ ...order, createdAt: at, player: { id: 'p1', nickname: 'Mai' } }],
    matches: [{ ...match, openedAt: at }],
    reports: [{ ...report, createdAt: at }],
  })
  expect(groups.map(({ title, items }) => [title, items.map(({ to, search }) => [to, search])])).toEqual([
    [
      'Players, the first ten',
      [
        ['/players/p1', undefined],
        ['/players/p2', undefined],
      ],
    ],
    ['Orders', [['/withdrawals', { order: 'o1' }]]],
    ['Matches', [[`/matches/${matchId}`, undefined]]],
    ['Reports', [['/reports', { report: 'r1' }]]],
  ])
  const finds = groups.flatMap(({ items }) => items)
  expect(finds.map(({ name, detail }) => `${name}: ${detail}`)).toEqual([
    '<b>Mai</b>: mai@mail.example, +60123456789',
    'Guest: guest',
    'W1: withdrawal of 12,000, pending, Mai',
    `${matchId}: mines-duel, playing, 100 coin`,
    'R1: coins, a visitor',
  ])
  expect(finds[0]?.blocked).toBe(true)
})

test('what was found for another text than the one that is typed is not offered', () => {
  const data = { ...nothing, players: [player] }
  const asked = { text: 'mai', still: 'mai', data, error: null }
  expect(foundFor(asked)).toMatchObject({ groups: [{ title: 'Players' }], said: null })
  expect(foundFor({ ...asked, text: 'maik' })).toEqual({ groups: [], said: 'Searching…' })
  expect(foundFor({ ...asked, data: undefined })).toEqual({ groups: [], said: 'Searching…' })
  expect(foundFor({ ...asked, data: nothing })).toEqual({ groups: [], said: 'No matches found.' })
  expect(foundFor({ ...asked, text: 'm' })).toMatchObject({
    groups: [],
    said: expect.stringMatching(/^Enter 2/),
  })
})
