import { ok, refuse } from '@minefall/shared/contracts'
import type { TvPicture } from '@minefall/shared/contracts/live'
import type { GameEvent, MatchId, MatchState } from '@minefall/shared/game'
import { expect, test } from 'vitest'
import { deviceB, type EdgeUnderTest, edgeUnderTest, type Tab } from '../testing/edge-under-test.ts'
import { eventually } from '../testing/eventually.ts'
import { matchA, matchB, moveEvents, stateAt } from '../testing/scripted-platform.ts'

let edge: EdgeUnderTest

const names = ['Mai', 'Leo', 'Ana', 'Rui', 'Dan']

/** A match that is played, with no tile open. */
const playing = (matchId: MatchId): MatchState => {
  const state = stateAt(matchId, 5)
  const tiles = Array.from({ length: state.rules.w * state.rules.h }, () => null)
  return {
    ...state,
    table: names.map((name, seat) => ({
      ...{ seat, ref: '', commit: '', idleTurns: 0 },
      player: { name, avatar: 'cat-1', kind: 'player' },
    })),
    board: { board: 0, root: '', leaves: [], tiles },
    turn: { turn: 6, seat: 1, at: 1_000, deadline: 13_000 },
  }
}

/** An edge at which these matches may be followed. */
const start = async (...matches: MatchId[]) => {
  edge = await edgeUnderTest()
  edge.platform.script['match.resume'] = async ({ matchId }) =>
    matches.includes(matchId)
      ? ok({
          catchUp: { kind: 'snapshot', state: playing(matchId) },
          ...{ hash: '', seat: null, private: false, outcomes: [] },
        })
      : refuse(1404, 'no such match')
}
const onTv = (matchId: MatchId | null) => edge.bus.publish('lobby.tv', null, { matchId })
const happen = (matchId: MatchId, seq: number, ...events: GameEvent[]) =>
  edge.bus.publish('match.events', matchId, { matchId, seq, events, hash: '' })
const watching = async () => {
  const tab = await edge.welcomed()
  await tab.ask('tv.watch', {})
  return tab
}
const pictures = (tab: Tab) => tab.got('match.tv').map(({ picture }) => picture)
/** The picture that a socket has last, once it is this. */
const shows = (tab: Tab, picture: Partial<TvPicture> | null) =>
  eventually(() => {
    const last = pictures(tab).at(-1)
    if (picture === null) expect(last).toBeNull()
    else expect(last).toMatchObject(picture)
  })

const closed = '.'.repeat(36)

test('all who watch see the match that is on, which the platform is asked for once', async () => {
  await start(matchA)
  onTv(matchA)
  const tabs = [await watching(), await watching(), await watching()]
  for (const tab of tabs) await shows(tab, { matchId: matchA, tiles: closed, winners: null, last: null })
  expect(
    pictures(tabs[0] ?? (await watching()))
      .at(-1)
      ?.seats.map(({ name }) => name),
  ).toEqual(names)
  await edge.clock.advance(300)
  happen(matchA, 6, ...moveEvents(6))
  const tiles = `${closed.slice(0, 6)}1${closed.slice(7)}`
  for (const tab of tabs)
    await shows(tab, {
      tiles,
      last: { seat: 1, tile: 6, mine: false },
      turn: expect.objectContaining({ seat: 2 }),
    })
  // One who comes later sees the same, from here.
  await shows(await watching(), { tiles })
  expect(edge.platform.asked['match.resume']).toHaveLength(1)
  expect(edge.platform.asked['match.presence']).toEqual([])
})

test('pictures keep their pace, and the one that comes has all that happened', async () => {
  await start(matchA)
  onTv(matchA)
  const tab = await watching()
  await shows(tab, { tiles: closed })
  for (const n of [6, 8, 10]) happen(matchA, n, ...moveEvents(n))
  await tab.settled()
  expect(pictures(tab)).toHaveLength(1)
  await edge.clock.advance(300)
  await shows(tab, { tiles: `${closed.slice(0, 6)}1.1.1${closed.slice(11)}` })
  expect(pictures(tab)).toHaveLength(2)
})

test('a clock that is set back holds no picture up', async () => {
  await start(matchA)
  onTv(matchA)
  const tab = await watching()
  await shows(tab, { tiles: closed })
  await edge.clock.advance(-3_600_000)
  happen(matchA, 6, ...moveEvents(6))
  await shows(tab, { tiles: `${closed.slice(0, 6)}1${closed.slice(7)}` })
})

const payouts = [{ seat: 3, amount: '500' }]
const ended = { v: 1, at: 2_000, payouts, serverSeed: 'ee'.repeat(32) } as const
test.each<[string, GameEvent | null, TvPicture['winners']]>([
  ['that is won', { ...ended, type: 'Settled', reason: 'won', rake: '0' }, [3]],
  ['that is called off', { ...ended, type: 'Voided', reason: 'interrupted' }, []],
  ['that is stopped by a fault, of which nothing more comes', null, null],
])('a match %s stays until another one is on, and then that is shown', async (_, event, winners) => {
  await start(matchA, matchB)
  onTv(matchA)
  const tab = await watching()
  await shows(tab, { matchId: matchA })
  await edge.clock.advance(300)
  if (event) happen(matchA, 6, event)
  await shows(tab, { matchId: matchA, winners })
  await edge.clock.advance(300)
  onTv(matchB)
  await shows(tab, { matchId: matchB, winners: null })
  // What comes late of the first is no one's.
  happen(matchA, 7, ...moveEvents(7))
  await edge.clock.advance(300)
  onTv(null)
  await shows(tab, null)
  expect(pictures(tab).filter((picture) => picture?.matchId === matchB)).toHaveLength(1)
})

test('a match that can’t be followed yet is tried again, and what can’t be folded is read whole', async () => {
  await start()
  onTv(matchA)
  const tab = await watching()
  await tab.settled()
  expect(pictures(tab)).toEqual([])
  const { script } = edge.platform
  script['match.resume'] = async ({ matchId }) =>
    ok({
      catchUp: { kind: 'snapshot', state: playing(matchId) },
      ...{ hash: '', seat: null, private: false, outcomes: [] },
    })
  onTv(matchA)
  await shows(tab, { tiles: closed })
  // A tile of a board that is not played.
  happen(matchA, 6, { ...(moveEvents(6)[0] as GameEvent & { type: 'TileOpened' }), board: 7 })
  await edge.clock.advance(300)
  onTv(matchA)
  await eventually(() => expect(edge.platform.asked['match.resume']).toHaveLength(3))
  await shows(tab, { tiles: closed })
})

test('who stops watching, or leaves, costs nothing more', async () => {
  await start(matchA)
  onTv(matchA)
  const [one, other] = [await watching(), await watching()]
  await shows(one, { matchId: matchA })
  expect(await edge.metric('minefall_live_tv_watchers')).toBe(2)
  await one.ask('tv.unwatch', {})
  other.socket.disconnect()
  await eventually(async () => expect(await edge.metric('minefall_live_tv_watchers')).toBe(0))
  const before = pictures(one).length
  happen(matchA, 6, ...moveEvents(6))
  await edge.clock.advance(1_000)
  onTv(matchB)
  await one.settled()
  expect(pictures(one)).toHaveLength(before)
  expect(edge.platform.asked['match.resume']).toHaveLength(1)
})

test('one alone who turns it off and on again has it asked for no more than once a second', async () => {
  await start(matchA)
  onTv(matchA)
  const tab = await watching()
  await shows(tab, { tiles: closed })
  for (let n = 0; n < 5; n++) {
    await tab.ask('tv.unwatch', {})
    await tab.ask('tv.watch', {})
  }
  await tab.settled()
  expect(edge.platform.asked['match.resume']).toHaveLength(1)
  expect(pictures(tab)).toHaveLength(6)
  await tab.ask('tv.unwatch', {})
  // The platform says each second what is on.
  onTv(matchA)
  await tab.ask('tv.watch', {})
  await eventually(() => expect(edge.platform.asked['match.resume']).toHaveLength(2))
})

test('the answer to a heartbeat tells how many watch, here and at other BFFs; an old client hears nothing of it', async () => {
  await start(matchA)
  edge.platform.seats.set(deviceB, 0)
  const { script } = edge.platform
  const watch = script['match.resume']
  script['match.resume'] = async (request) => {
    const answer = await watch(request)
    return answer.data && request.playerId === deviceB ? ok({ ...answer.data, seat: 0 }) : answer
  }
  const player = await edge.welcomed({ deviceId: deviceB })
  await player.follow()
  const beat = async (tab: Tab) => {
    const { data } = await tab.ask('clock.ping', { sentAt: 1, seen: { matchId: matchA, seq: 5 } })
    return data?.match?.watchers
  }
  await edge.clock.advance(2_000)
  expect(await beat(player)).toBeUndefined()
  const watcher = await edge.welcomed()
  await watcher.follow()
  onTv(matchA)
  await shows(await watching(), { matchId: matchA })
  edge.bus.publish('match.watchers', 'edge-2', { edge: 'edge-2', counts: [[matchA, 40]] })
  await edge.clock.advance(2_000)
  expect(await beat(player)).toBe(42)
  expect(await beat(watcher)).toBe(42)
  // The other one is silent from now on.
  await edge.clock.advance(6_000)
  expect(await beat(player)).toBe(2)
  const old = edge.tab({ auth: { protocol: 5, deviceId: deviceB, tab: '0f'.repeat(8) } })
  await old.first('welcome')
  await old.follow()
  expect(await beat(old)).toBeUndefined()
})
