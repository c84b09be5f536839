import { bodyCode, ok } from '@minefall/shared/contracts'
import type { ArenaPlayer, ArenaStandings } from '@minefall/shared/contracts/live'
import { protocolVersion } from '@minefall/shared/contracts/live'
import { expect, test } from 'vitest'
import { deviceB, type EdgeUnderTest, edgeUnderTest } from '../testing/edge-under-test.ts'
import { identityOf, matchA } from '../testing/scripted-platform.ts'

let edge: EdgeUnderTest

const arenaId = '00000000-0000-4000-8000-0000000000aa'

const player = (nth: number, points = 0): ArenaPlayer => ({
  ...{ nth, points, name: `Player ${nth}`, avatar: 'cat-1', profile: null, status: 'ready' },
  ...{ matches: 0, wins: 0, streak: 0, lastPointAt: null, match: null },
})
const standings = (version: number, players: ArenaPlayer[]): ArenaStandings => ({
  arena: {
    ...{ arenaId, plan: 'hourly', gameId: 'mines-clues', asset: 'promo', stake: '0', rakeBps: 0, pot: '0' },
    ...{ potMost: '300', players: 2, beginsAt: 1, endsAt: 2, finishedAt: null, canceledAt: null },
  },
  version,
  players,
})

const start = async () => {
  edge = await edgeUnderTest()
  edge.platform.script['arena.standings'] = async () => ok(standings(1, [player(1)]))
  return edge.welcomed()
}
/** Has the platform say that an arena came to this version, and answer what changed on the way there. */
const change = (version: number, players: ArenaPlayer[]) => {
  edge.platform.script['arena.standings'] = async () => ok(standings(version, players))
  edge.bus.publish('arena.change', arenaId, { arenaId, version })
}

test('watchers get what changes in the arena they watch, and those who come later all of it', async () => {
  const tab = await start()
  expect((await tab.ask('arena.watch', { arenaId })).data).toEqual({
    standings: standings(1, [player(1)]),
    own: null,
  })
  change(2, [player(2, 5)])
  await edge.clock.advance(1_000)
  expect(await tab.first('arena')).toEqual({ kind: 'change', ...standings(2, [player(2, 5)]) })
  const later = await edge.welcomed({ deviceId: deviceB })
  const told = await later.ask('arena.watch', { arenaId })
  expect(told.data).toMatchObject({ standings: { version: 2, players: [{ nth: 1 }, { nth: 2, points: 5 }] } })
  expect(edge.platform.asked['arena.standings']).toEqual([
    { arenaId, since: null },
    { arenaId, since: 1 },
  ])
  await tab.ask('arena.watch', { arenaId: null })
  change(3, [player(1, 9)])
  await edge.clock.advance(1_000)
  expect(await later.first('arena')).toEqual({ kind: 'change', ...standings(3, [player(1, 9)]) })
  expect(tab.got('arena')).toHaveLength(1)
})

test('of many changes at once, told in any order, watchers hear together', async () => {
  const tab = await start()
  await tab.ask('arena.watch', { arenaId })
  for (const version of [9, 4, 2, 76, 12, 3]) change(version, [])
  edge.platform.script['arena.standings'] = async () => ok(standings(76, [player(1, 7)]))
  await edge.clock.advance(1_000)
  expect(await tab.first('arena')).toEqual({ kind: 'change', ...standings(76, [player(1, 7)]) })
  // The latest version again is nothing new.
  change(76, [])
  await edge.clock.advance(5_000)
  await tab.settled()
  expect(tab.got('arena')).toHaveLength(1)
  expect(edge.platform.asked['arena.standings']).toHaveLength(2)
})

test('an arena that there is not is not watched', async () => {
  edge = await edgeUnderTest()
  const tab = await edge.welcomed()
  expect((await tab.ask('arena.watch', { arenaId })).code).toBe(bodyCode.notFound)
  change(1, [player(1)])
  await edge.clock.advance(1_000)
  await tab.settled()
  expect(tab.got('arena')).toEqual([])
})

test('the platform hears which accounts watch, and each of them where to sit down', async () => {
  await start()
  const here: unknown[] = []
  edge.bus.subscribe('arena.here', null, (news) => here.push(news))
  const tab = edge.tab({
    auth: { protocol: protocolVersion, deviceId: deviceB, tab: '0b'.repeat(8), token: 's.t' },
  })
  await tab.first('welcome')
  await tab.ask('arena.watch', { arenaId })
  const [{ playerId = '' } = {}] = edge.platform.asked['arena.own']
  expect(here).toEqual([{ arenaId, playerIds: [playerId] }])
  await edge.clock.advance(2_000)
  expect(here).toHaveLength(2)
  const seat = { arenaId, matchId: matchA, gameId: 'mines-clues', serverCommit: 'ee'.repeat(32), seats: 3 }
  edge.bus.publish('player.arena', playerId, seat)
  expect(await tab.first('arena')).toEqual({ kind: 'seat', ...seat })
  tab.socket.disconnect()
  await expect.poll(() => edge.metric('minefall_live_players')).toBe(1)
  await edge.clock.advance(4_000)
  expect(here).toHaveLength(2)
})

/** Ids of arenas that no one here has asked about. */
const unheardOf = (nth: number) => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`

test('guests wait for a turn among strangers with each arena that no one watches here, accounts for none', async () => {
  edge = await edgeUnderTest({ STRANGERS_PER_SECOND: '1' })
  edge.platform.script['arena.standings'] = async () => ok(standings(1, [player(1)]))
  const asked = () => edge.platform.asked['arena.standings'].length
  const tab = await edge.welcomed()
  const waiting = [1, 2, 3].map((nth) => tab.ask('arena.watch', { arenaId: unheardOf(nth) }))
  await tab.settled()
  expect(asked()).toBe(0)
  const anna = { ...identityOf('anna'), player: { name: 'Anna', avatar: 'a2', kind: 'player' } as const }
  edge.platform.script['player.identify'] = async () => ok(anna)
  const auth = { protocol: protocolVersion, deviceId: deviceB, tab: '0b'.repeat(8), token: 's.t' }
  const account = edge.tab({ auth })
  await account.first('welcome')
  expect((await account.ask('arena.watch', { arenaId })).code).toBe(bodyCode.ok)
  // What someone watches here already is known: a guest has it at once.
  expect((await tab.ask('arena.watch', { arenaId })).code).toBe(bodyCode.ok)
  expect(asked()).toBe(1)
  for (let second = 0; second < 4; second++) await edge.clock.advance(1_000)
  const codes = (await Promise.all(waiting)).map(({ code }) => code)
  expect(codes).toEqual([bodyCode.conflict, bodyCode.conflict, bodyCode.conflict])
  expect(asked()).toBe(1)
  const last = tab.ask('arena.watch', { arenaId: unheardOf(4) })
  await tab.settled()
  await edge.clock.advance(1_000)
  expect((await last).code).toBe(bodyCode.ok)
  expect(edge.platform.asked['arena.own']).toHaveLength(1)
})

/** Two guests who came in one after the other; the next turn is a second away. */
const twoGuests = async () => {
  const first = await edge.welcomed()
  await edge.clock.advance(1_000)
  return [first, await edge.welcomed({ deviceId: deviceB })] as const
}

test('a guest who asks again while waiting keeps the place, also where others watch the same arena', async () => {
  edge = await edgeUnderTest({ STRANGERS_PER_SECOND: '1' })
  edge.platform.script['arena.standings'] = async () => ok(standings(1, [player(1)]))
  const [tab, other] = await twoGuests()
  const older = tab.ask('arena.watch', { arenaId })
  await tab.settled()
  const behind = other.ask('arena.watch', { arenaId })
  await other.settled()
  const newer = tab.ask('arena.watch', { arenaId })
  await tab.settled()
  await edge.clock.advance(1_000)
  const codes = (await Promise.all([older, newer])).map(({ code }) => code)
  expect(codes).toEqual([bodyCode.conflict, bodyCode.ok])
  await edge.clock.advance(1_000)
  expect((await behind).code).toBe(bodyCode.ok)
})

test('who signs in while a guest of theirs waits does not wait, and the guest’s answer takes nothing back', async () => {
  edge = await edgeUnderTest({ STRANGERS_PER_SECOND: '1' })
  edge.platform.script['arena.standings'] = async () => ok(standings(1, [player(1)]))
  edge.platform.script['arena.own'] = async () => ok({ nth: 1, seat: null })
  const [tab, other] = await twoGuests()
  const behind = other.ask('arena.watch', { arenaId })
  await other.settled()
  const asGuest = tab.ask('arena.watch', { arenaId })
  await tab.settled()
  const anna = { ...identityOf('anna'), player: { name: 'Anna', avatar: 'a2', kind: 'player' } as const }
  edge.platform.script['player.identify'] = async () => ok(anna)
  await tab.ask('session.use', { token: 's.t' })
  expect((await tab.ask('arena.watch', { arenaId })).data?.own).toEqual({ nth: 1, seat: null })
  for (let second = 0; second < 3; second++) await edge.clock.advance(1_000)
  expect((await asGuest).code).toBe(bodyCode.conflict)
  expect((await behind).code).toBe(bodyCode.ok)
})

test('who signs in while the place of the account before is looked up gets none of it', async () => {
  await start()
  const places: ((nth: number) => void)[] = []
  edge.platform.script['arena.own'] = () =>
    new Promise((resolve) => places.push((nth) => resolve(ok({ nth, seat: null }))))
  const auth = { protocol: protocolVersion, deviceId: deviceB, tab: '0b'.repeat(8), token: 's.t' }
  const tab = edge.tab({ auth })
  await tab.first('welcome')
  const asBefore = tab.ask('arena.watch', { arenaId })
  await tab.settled()
  const boris = { ...identityOf('boris'), player: { name: 'Boris', avatar: 'a3', kind: 'player' } as const }
  edge.platform.script['player.identify'] = async () => ok(boris)
  await tab.ask('session.use', { token: 't.u' })
  const asNext = tab.ask('arena.watch', { arenaId })
  await tab.settled()
  places[1]?.(2)
  expect((await asNext).data?.own).toEqual({ nth: 2, seat: null })
  places[0]?.(1)
  expect(await asBefore).toMatchObject({ code: bodyCode.conflict, data: null })
})

test('an arena that there is not is not asked about again for five seconds', async () => {
  edge = await edgeUnderTest()
  const tab = await edge.welcomed()
  for (let nth = 0; nth < 3; nth++)
    expect((await tab.ask('arena.watch', { arenaId })).code).toBe(bodyCode.notFound)
  expect(edge.platform.asked['arena.standings']).toHaveLength(1)
  await edge.clock.advance(5_000)
  edge.platform.script['arena.standings'] = async () => ok(standings(1, [player(1)]))
  expect((await tab.ask('arena.watch', { arenaId })).code).toBe(bodyCode.ok)
})

test('each player may ask to watch so many arenas in a minute', async () => {
  edge = await edgeUnderTest({ LIVE_LOOKUPS_PER_MINUTE: '3' })
  edge.platform.script['arena.standings'] = async () => ok(standings(1, [player(1)]))
  const tab = await edge.welcomed()
  for (const nth of [1, 2, 3])
    expect((await tab.ask('arena.watch', { arenaId: unheardOf(nth) })).code).toBe(bodyCode.ok)
  expect(await tab.ask('arena.watch', { arenaId })).toMatchObject({ code: 1429, data: { seconds: 20 } })
  expect((await tab.ask('arena.watch', { arenaId: null })).code).toBe(bodyCode.ok)
})
