import { ok } from '@minefall/shared/contracts'
import type { ArenaPlayer, ArenaStandings } from '@minefall/shared/contracts/live'
import { expect, test } from 'vitest'
import { type EdgeUnderTest, edgeUnderTest } from '../testing/edge-under-test.ts'

let edge: EdgeUnderTest

const arenaId = '00000000-0000-4000-8000-0000000000aa'

const player: ArenaPlayer = {
  ...{ nth: 1, points: 0, name: 'Player 1', avatar: 'cat-1', profile: null, status: 'ready' },
  ...{ matches: 0, wins: 0, streak: 0, lastPointAt: null, match: null },
}
const standings = (version: number, finishedAt: number | null = null): ArenaStandings => ({
  arena: {
    ...{ arenaId, plan: 'hourly', gameId: 'mines-clues', asset: 'promo', stake: '0', rakeBps: 0, pot: '0' },
    ...{ potMost: '300', players: 2, beginsAt: 1, endsAt: 2, finishedAt, canceledAt: null },
  },
  version,
  players: [player],
})
/** The last change of an arena: none comes after it. */
const last = standings(2, 3)

const unavailable = { code: 1503, msg: 'no database', data: null }

test('the last change is not missed while the standings are still asked for', async () => {
  edge = await edgeUnderTest()
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  edge.platform.script['arena.standings'] = async () => {
    await answered
    return ok(standings(1))
  }
  const tab = await edge.welcomed()
  const watched = tab.ask('arena.watch', { arenaId })
  await expect.poll(() => edge.platform.asked['arena.standings'].length).toBe(1)
  edge.bus.publish('arena.change', arenaId, { arenaId, version: 2 })
  edge.platform.script['arena.standings'] = async () => ok(last)
  answer()
  expect((await watched).data?.standings.version).toBe(1)
  await edge.clock.advance(1_000)
  expect(await tab.first('arena')).toEqual({ kind: 'change', ...last })
})

test('the last change is asked for again where the platform did not answer', async () => {
  edge = await edgeUnderTest()
  edge.platform.script['arena.standings'] = async () => ok(standings(1))
  const tab = await edge.welcomed()
  await tab.ask('arena.watch', { arenaId })
  edge.platform.script['arena.standings'] = async () => unavailable
  edge.bus.publish('arena.change', arenaId, { arenaId, version: 2 })
  await edge.clock.advance(1_000)
  await expect.poll(() => edge.platform.asked['arena.standings'].length).toBe(2)
  edge.platform.script['arena.standings'] = async () => ok(last)
  await edge.clock.advance(1_000)
  expect(await tab.first('arena')).toEqual({ kind: 'change', ...last })
})

test('an arena whose standings can’t be had now is not said to be missing', async () => {
  edge = await edgeUnderTest()
  edge.platform.script['arena.standings'] = async () => unavailable
  const tab = await edge.welcomed()
  expect((await tab.ask('arena.watch', { arenaId })).code).toBe(1503)
  edge.platform.script['arena.standings'] = async () => ok(standings(1))
  expect((await tab.ask('arena.watch', { arenaId })).data?.standings).toEqual(standings(1))
})
