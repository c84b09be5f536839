import type { Envelope } from '@minefall/shared/contracts'
import type { Answer } from '@minefall/shared/contracts/live'
import type { GameEvent, MatchId } from '@minefall/shared/game'
import { expect, test } from 'vitest'
import { createReport } from './report.ts'
import { matchId, openLive } from './testing/world.ts'
import { jitter } from './with-link.ts'

const follow = (seq: number | null, id: MatchId = matchId) => ({ matchId: id, seq, unacknowledged: [] })
const followed = (from: number, events: number): Envelope<Answer<'match.follow'>> => ({
  ...{ code: 200, msg: 'ok' },
  data: {
    catchUp: {
      kind: 'events',
      from,
      events: Array.from({ length: events }, () => ({
        type: 'SeatLeft',
        v: 1,
        at: 1,
        seat: 0,
        reason: 'left',
      })),
    },
    ...{ hash: '', seat: null, private: false, outcomes: [], channel: 0, asGuest: false },
  },
})

test('what happened since the last report is reported once, what is true now in each', async () => {
  const report = createReport(() => {})
  expect(report.take()).toEqual({})
  report.gap()
  report.gap()
  report.asked('match.follow', follow(null), Promise.resolve(followed(0, 3)))
  report.asked('match.follow', follow(3), new Promise(() => {}))
  report.asked('lobby.watch', {}, Promise.resolve({ code: 1503, msg: 'no', data: null }))
  expect(report.take()).toEqual({ gaps: 2, resumes: 1, unacknowledged: 3 })
  await Promise.resolve()
  expect(report.take()).toEqual({ unacknowledged: 1, seen: { matchId, seq: 3 } })
})

test('the last event of a match that arrived is reported, however it came', async () => {
  const report = createReport(() => {})
  const other = 'b'.repeat(32) as MatchId
  const events = [1, 2].map(() => ({ type: 'SeatLeft', v: 1, at: 1, seat: 0, reason: 'left' }) as const)
  report.heard({ name: 'match.events', payload: { matchId, seq: 7, events } })
  expect(report.take().seen).toEqual({ matchId, seq: 8 })
  report.heard({ name: 'match.beat', payload: { matchId, seq: 30, hash: '' } })
  expect(report.take().seen).toEqual({ matchId, seq: 8 })
  report.asked('match.follow', follow(4, other), Promise.resolve(followed(4, 2)))
  await Promise.resolve()
  expect(report.take().seen).toEqual({ matchId: other, seq: 6 })
})

const settled: Envelope<null> = { code: 200, msg: 'ok', data: null }
const turn = { type: 'TurnStarted', v: 1, at: 1, turn: 1, seat: 0, deadline: 2 } as const

test('a match that was left is not reported again by what was still on its way', async () => {
  const report = createReport(() => {})
  report.asked('match.follow', follow(null), Promise.resolve(followed(0, 3)))
  report.asked('match.unfollow', { matchId }, Promise.resolve(settled))
  report.heard({ name: 'match.events', payload: { matchId, seq: 4, events: [turn] } })
  await Promise.resolve()
  expect(report.isAtMatch()).toBe(false)
  // Followed again, also from where it was, it is.
  report.asked('match.follow', follow(3), Promise.resolve(followed(3, 1)))
  await Promise.resolve()
  expect(report.take().seen).toEqual({ matchId, seq: 4 })
})

test('a match that is over is not reported again when it is resumed', async () => {
  const report = createReport(() => {})
  const over: GameEvent = {
    ...{ type: 'Voided', v: 1, at: 1, reason: 'interrupted', payouts: [] },
    serverSeed: '5e'.repeat(32),
  }
  report.heard({ name: 'match.events', payload: { matchId, seq: 4, events: [turn, over] } })
  report.asked('match.follow', follow(5), Promise.resolve(followed(5, 0)))
  await Promise.resolve()
  expect(report.isAtMatch()).toBe(false)
})

test.each([
  [undefined, []],
  [undefined, [40]],
  [0, [40, 40]],
  [15, [40, 60, 50]],
])('jitter is %s of round trips %j', (expected, trips) => {
  expect(jitter(trips.map((ms) => ({ sentAt: 0, receivedAt: ms, serverAt: 0 })))).toBe(expected)
})

test('each ping carries the round trip of the one before, how much they differ, and the report', async () => {
  const it = await openLive()
  it.wire.countGap()
  it.wire.ask('lobby.unwatch', {})
  await it.pass(1_000)
  const pings = it.last().asked.filter(({ name }) => name === 'clock.ping')
  expect(pings.map(({ payload }) => payload)).toMatchObject([
    { roundTripMs: undefined, jitterMs: undefined },
    { roundTripMs: 0, jitterMs: undefined, gaps: 1, unacknowledged: 1 },
    { roundTripMs: 0, jitterMs: 0, gaps: undefined, unacknowledged: 1 },
  ])
})

test('a match whose screen was left without a connection is not reported over the next one', async () => {
  const it = await openLive()
  await it.atMatch()
  expect(it.wire.isAtMatch()).toBe(true)
  it.last().end('network')
  await it.pass(2_000)
  await it.last().welcome()
  expect(it.is('live')).toBe(true)
  await it.pass(1_000)
  const pings = it.last().asked.filter(({ name }) => name === 'clock.ping')
  expect(pings.map(({ payload }) => payload)).not.toContainEqual(
    expect.objectContaining({ seen: expect.anything() }),
  )
  await it.pass(18_000)
  expect(it.last().asked).toHaveLength(5)
})

test('a page that comes back tells the release that it is of, and a fresh one none', async () => {
  const it = await openLive()
  it.last().end('network')
  await it.pass(2_000)
  expect(it.links.map(({ release }) => release)).toEqual([null, 'one'])
})
