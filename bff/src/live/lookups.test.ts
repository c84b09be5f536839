import { bodyCode, ok } from '@minefall/shared/contracts'
import { type ClientMessageName, protocolVersion } from '@minefall/shared/contracts/live'
import type { MatchId } from '@minefall/shared/game'
import { shardOfMatch } from '@minefall/shared/shards'
import { beforeEach, describe, expect, test } from 'vitest'
import { deviceA, type EdgeUnderTest, edgeUnderTest, type Tab } from '../testing/edge-under-test.ts'
import { eventually } from '../testing/eventually.ts'
import { commandId, identityOf, matchA, matchB } from '../testing/scripted-platform.ts'

let edge: EdgeUnderTest

/** An edge where one stranger a second has a turn. */
const start = async (env: Parameters<typeof edgeUnderTest>[0] = {}) => {
  edge = await edgeUnderTest({ STRANGERS_PER_SECOND: '1', ...env })
  edge.platform.seqs.set(matchA, 5).set(matchB, 5)
}
/** A tab with a token, so that coming takes no turn; a guest's by what `player.identify` answers. */
const come = async (tab = '0a'.repeat(8)): Promise<Tab> => {
  const auth = { protocol: protocolVersion, deviceId: deviceA, tab, token: `${'5a'.repeat(16)}.1.mac` }
  const opened = edge.tab({ auth })
  await opened.first('welcome')
  return opened
}
const asked = () => edge.platform.asked['match.resume'].length
/** The owner of its shard tells that it has the match in memory. */
const beat = (matchId: MatchId) =>
  edge.bus.publish('match.beat', String(shardOfMatch(matchId)), [{ matchId, seq: 5, hash: 'hash-5' }])

describe('a guest', () => {
  beforeEach(() => start())

  test('waits for a turn among strangers with each follow of a match that no one has in memory', async () => {
    const tab = await come()
    expect((await tab.follow()).code).toBe(200)
    for (const seq of [5, null]) {
      const before = asked()
      const following = tab.follow(seq)
      await tab.settled()
      expect(asked()).toBe(before)
      await edge.clock.advance(1_000)
      expect((await following).code).toBe(200)
    }
  })

  test.each<[ClientMessageName, object]>([
    ['match.open', { commandId, turn: 1, tile: 1 }],
    ['match.reveal', { commandId, seed: '0f'.repeat(32) }],
    ['match.link', { turn: 1, link: '0f'.repeat(32) }],
    ['match.leave', { commandId }],
    ['match.rematch', {}],
  ])('waits with %s too', async (name, payload) => {
    const tab = await come()
    await tab.follow()
    const answer = tab.ask(name, { matchId: matchA, ...payload })
    await tab.settled()
    const heard = () => Object.entries(edge.platform.asked).find(([of]) => of === name)?.[1].length
    expect(heard()).toBe(0)
    await edge.clock.advance(1_000)
    expect((await answer).code).toBe(200)
    expect(heard()).toBe(1)
  })

  test('does not wait where the match is in memory, however many come to watch it', async () => {
    const tabs: Tab[] = []
    for (let nth = 0; nth < 8; nth++) tabs.push(await come(`${nth}a`.repeat(8)))
    await tabs[0]?.follow(null, matchB)
    beat(matchA)
    for (const tab of tabs) expect((await tab.follow()).code).toBe(200)
    // No more is heard of it: it may be over by now.
    await edge.clock.advance(3_000)
    await tabs[0]?.follow(null, matchB)
    const before = asked()
    const late = tabs[1]?.follow()
    await tabs[1]?.settled()
    expect(asked()).toBe(before)
    await edge.clock.advance(1_000)
    expect((await late)?.code).toBe(200)
  })

  test('does not wait at the match of their seat', async () => {
    edge.platform.script['player.identify'] = async () =>
      ok({ ...identityOf(deviceA), seated: { matchId: matchA, gameId: 'mines-trial' } })
    const tab = await come()
    for (let nth = 0; nth < 3; nth++) expect((await tab.follow()).code).toBe(200)
    expect((await tab.ask('match.leave', { commandId, matchId: matchA })).code).toBe(200)
  })

  test('who asks again while waiting keeps the place, and one who stops following leaves it', async () => {
    const tab = await come()
    await tab.follow(null, matchB)
    const older = tab.follow(3)
    await tab.settled()
    await edge.clock.advance(500)
    const newer = tab.follow(4)
    await tab.settled()
    await edge.clock.advance(500)
    expect((await older).code).toBe(bodyCode.conflict)
    expect((await newer).code).toBe(200)
    expect(edge.platform.asked['match.resume'].map(({ seq }) => seq)).toEqual([null, 4])
    await tab.ask('match.unfollow', { matchId: matchA })
    const dropped = tab.follow()
    await tab.ask('match.unfollow', { matchId: matchA })
    await edge.clock.advance(1_000)
    expect((await dropped).code).toBe(bodyCode.conflict)
    expect(asked()).toBe(2)
  })

  test('who signs in while waiting does not wait', async () => {
    const tab = await come()
    await tab.follow(null, matchB)
    const older = tab.follow()
    await tab.settled()
    const player = { name: 'Anna', avatar: 'a2', kind: 'player' } as const
    edge.platform.script['player.identify'] = async () => ok({ ...identityOf('anna'), player })
    await tab.ask('session.use', { token: `${'5b'.repeat(16)}.1.mac` })
    expect((await tab.follow()).code).toBe(200)
    await edge.clock.advance(1_000)
    expect((await older).code).toBe(bodyCode.conflict)
  })

  test('who leaves while waiting leaves nothing behind', async () => {
    const [tab, other] = [await come(), await come('0b'.repeat(8))]
    await other.follow(null, matchB)
    void tab.follow().catch(() => {})
    await tab.settled()
    expect(await edge.metric('minefall_live_matches_followed')).toBe(2)
    tab.socket.disconnect()
    await eventually(async () => expect(await edge.metric('minefall_live_sockets')).toBe(1))
    await edge.clock.advance(2_000)
    expect(await edge.metric('minefall_live_matches_followed')).toBe(1)
    expect(asked()).toBe(1)
  })
})

test('an account waits for no turn, and may have so many matches looked up in a minute', async () => {
  await start({ LIVE_LOOKUPS_PER_MINUTE: '3' })
  const player = { name: 'Anna', avatar: 'a2', kind: 'player' } as const
  edge.platform.script['player.identify'] = async () => ok({ ...identityOf('anna'), player })
  const [tab, other] = [await come(), await come('0b'.repeat(8))]
  expect((await tab.follow()).code).toBe(200)
  expect((await other.follow()).code).toBe(200)
  expect((await tab.ask('match.leave', { commandId, matchId: matchA })).code).toBe(200)
  const sit = { commandId, matchId: matchA, ref: '01'.repeat(16), commit: '02'.repeat(32) }
  expect(await tab.ask('match.sit', sit)).toMatchObject({ code: 1429, data: { seconds: 20 } })
  expect(await other.follow()).toMatchObject({ code: 1429, data: { seconds: 20 } })
  expect((await other.ask('match.leave', { commandId, matchId: matchA })).code).toBe(1429)
  beat(matchA)
  expect((await other.follow()).code).toBe(200)
  await edge.clock.advance(20_000)
  expect((await other.follow()).code).toBe(200)
})
