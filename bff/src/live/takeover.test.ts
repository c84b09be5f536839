import { bodyCode, ok } from '@minefall/shared/contracts'
import { type MatchId, matchIdSchema } from '@minefall/shared/game'
import { shardOfMatch } from '@minefall/shared/shards'
import { describe, expect, test } from 'vitest'
import { deviceA, deviceB, type EdgeUnderTest, edgeUnderTest, type Tab } from '../testing/edge-under-test.ts'
import { eventually } from '../testing/eventually.ts'
import { firstNode } from '../testing/scripted-nodes.ts'
import { commandId, identityOf, matchA, matchB, turnEvents } from '../testing/scripted-platform.ts'

let edge: EdgeUnderTest

const shardA = shardOfMatch(matchA)
const open = { commandId, matchId: matchA, turn: 3, tile: 7 }

const seated = async (): Promise<Tab> => {
  edge.platform.seqs.set(matchA, 4)
  edge.platform.seats.set(deviceA, 2)
  const tab = await edge.welcomed()
  await tab.follow(4)
  await tab.settled()
  return tab
}
const presenceTold = () =>
  edge.platform.asked['match.presence'].map(({ playerId, presence }) => [playerId, presence])

describe('what an owner was asked when it was lost', () => {
  test('is answered by the next one', async () => {
    edge = await edgeUnderTest()
    const tab = await seated()
    edge.platform.nodes.freeze(firstNode)
    const answer = tab.ask('match.open', open)
    await tab.settled()
    await edge.clock.advance(1_000)
    edge.platform.nodes.take('platform-2')
    expect(await answer).toEqual(ok({ matchId: matchA, seq: 4, seat: 2 }))
    expect(edge.platform.asked['match.open']).toHaveLength(1)
    expect(await edge.metric('minefall_live_owners_moved_total')).toBe(1)
  })

  test('waits out a hand-over, and the wait is counted', async () => {
    edge = await edgeUnderTest()
    const tab = await seated()
    edge.platform.nodes.layDown([shardA])
    const answers = [tab.ask('match.open', open), tab.ask('match.leave', { commandId, matchId: matchA })]
    await tab.settled()
    await edge.clock.advance(80)
    expect(edge.platform.asked['match.open']).toEqual([])
    edge.platform.nodes.take('platform-2', [shardA])
    for (const answer of answers) expect((await answer).code).toBe(200)
    expect(await edge.metric('minefall_live_owner_wait_seconds_count')).toBe(2)
    expect(await edge.metric('minefall_live_owner_wait_seconds_bucket', '{le="0.05"}')).toBe(0)
    expect(await edge.metric('minefall_live_owner_wait_seconds_bucket', '{le="0.1"}')).toBe(2)
  })

  test('is refused when no one takes the shard in time', async () => {
    edge = await edgeUnderTest({ LIVE_REQUEST_MS: '2000' })
    const tab = await seated()
    edge.platform.nodes.layDown([shardA])
    const answer = tab.ask('match.open', open)
    await tab.settled()
    await edge.clock.advance(2_000)
    expect((await answer).code).toBe(bodyCode.unavailable)
    expect((await tab.ask('match.open', { ...open, matchId: matchB })).code).toBe(200)
  })
})

describe('after a match has another owner', () => {
  test('it learns at once how the seats are, those that were reported before', async () => {
    edge = await edgeUnderTest()
    await seated()
    const watcher = await edge.welcomed({ deviceId: deviceB })
    await watcher.follow(4)
    expect(presenceTold()).toEqual([[deviceA, 'here']])
    edge.platform.nodes.take('platform-2', [shardA])
    await edge.clock.advance(0)
    expect(presenceTold()).toEqual([
      [deviceA, 'here'],
      [deviceA, 'here'],
    ])
    edge.platform.nodes.take('platform-2', [shardOfMatch(matchB)])
    await edge.clock.advance(10_000)
    expect(presenceTold()).toHaveLength(2)
  })

  test('it learns nothing of those who have gone', async () => {
    edge = await edgeUnderTest()
    const tab = await seated()
    tab.socket.disconnect()
    await eventually(async () => expect(await edge.metric('minefall_live_sockets')).toBe(0))
    await edge.clock.advance(1_000)
    edge.platform.nodes.take('platform-2')
    await edge.clock.advance(5_000)
    expect(presenceTold()).toEqual([
      [deviceA, 'here'],
      [deviceA, 'gone'],
    ])
  })

  test('what the last one committed and told no one is there at once', async () => {
    edge = await edgeUnderTest()
    const tab = await seated()
    edge.platform.commit(matchA, 6, 'lost')
    edge.platform.nodes.take('platform-2', [shardA])
    await edge.clock.advance(0)
    expect(await tab.first('match.events')).toEqual({ matchId: matchA, seq: 5, events: turnEvents(5, 6) })
  })

  test('an answer that is under way comes from the new owner', async () => {
    edge = await edgeUnderTest()
    edge.platform.seqs.set(matchA, 4)
    const tab = await edge.welcomed()
    edge.platform.nodes.freeze(firstNode)
    const answer = tab.follow(2)
    await tab.settled()
    edge.platform.commit(matchA, 5)
    edge.platform.nodes.take('platform-2')
    expect((await answer).data?.catchUp).toEqual({ kind: 'events', from: 2, events: turnEvents(3, 5) })
    edge.platform.nodes.wake(firstNode)
    edge.platform.commit(matchA, 6)
    await eventually(() =>
      expect(tab.got('match.events')).toEqual([{ matchId: matchA, seq: 6, events: turnEvents(6, 6) }]),
    )
  })

  test('brings the balance that the last owner paid and told no one, to those who play there alone', async () => {
    edge = await edgeUnderTest()
    const tab = await seated()
    const other = await edge.welcomed({ deviceId: deviceB })
    const { balance } = await tab.first('welcome')
    await edge.clock.advance(2_000)
    edge.platform.script['player.identify'] = async ({ deviceId }) =>
      ok({ ...identityOf(deviceId ?? ''), balance: { ...balance, version: 2, trial: '1400' } })
    edge.platform.nodes.take('platform-2', [shardOfMatch(matchB)])
    await edge.clock.advance(2_000)
    expect(tab.got('balance')).toEqual([])
    edge.platform.nodes.take('platform-2', [shardA])
    await edge.clock.advance(2_000)
    expect(await tab.first('balance')).toMatchObject({ version: 2, trial: '1400' })
    expect(other.got('balance')).toEqual([])
  })

  test('a thousand matches are asked about a few at a time', async () => {
    edge = await edgeUnderTest({
      LIVE_FOLLOWS_PER_SOCKET: '1000',
      LIVE_SOCKET_BURST: '2000',
      LIVE_PLAYER_BURST: '2000',
      LIVE_LOOKUPS_PER_MINUTE: '2000',
    })
    const matches: MatchId[] = Array.from({ length: 1_000 }, (_, n) =>
      matchIdSchema.parse(n.toString(16).padStart(32, '0')),
    )
    for (const matchId of matches) edge.platform.seqs.set(matchId, 1)
    const tab = await edge.welcomed()
    for (const matchId of matches) expect((await tab.follow(1, matchId)).code).toBe(200)
    edge.platform.asked['match.resume'].length = 0
    const original = edge.platform.script['match.resume']
    let [asking, most] = [0, 0]
    edge.platform.script['match.resume'] = async (request) => {
      asking += 1
      most = Math.max(most, asking)
      await new Promise((resolve) => setImmediate(resolve))
      asking -= 1
      return original(request)
    }
    edge.platform.nodes.take('platform-2')
    await eventually(() => expect(edge.platform.asked['match.resume']).toHaveLength(1_000))
    expect(new Set(edge.platform.asked['match.resume'].map(({ matchId }) => matchId)).size).toBe(1_000)
    expect(most).toBe(8)
  })
})

describe('when the bus is back', () => {
  test('what was published in the meantime is found out: of matches, of seats, of players', async () => {
    edge = await edgeUnderTest()
    const tab = await seated()
    const { balance } = await tab.first('welcome')
    await edge.clock.advance(2_000)
    edge.line.cut()
    edge.platform.commit(matchA, 5)
    edge.bus.publish('player.balance', deviceA, { ...balance, version: 2, trial: '900' })
    edge.platform.script['player.identify'] = async () =>
      ok({ ...identityOf(deviceA), balance: { ...balance, version: 2, trial: '900' } })
    await edge.clock.advance(500)
    expect(tab.got('match.events')).toEqual([])
    edge.platform.asked['match.presence'].length = 0
    edge.line.mend()
    await edge.clock.advance(0)
    expect(await tab.first('match.events')).toEqual({ matchId: matchA, seq: 5, events: turnEvents(5, 5) })
    expect(presenceTold()).toEqual([[deviceA, 'here']])
    await edge.clock.advance(2_000)
    expect(await tab.first('balance')).toMatchObject({ version: 2, trial: '900' })
  })

  test('what was asked in the meantime is answered', async () => {
    edge = await edgeUnderTest()
    const tab = await seated()
    edge.line.cut()
    const answer = tab.ask('match.open', open)
    await tab.settled()
    await edge.clock.advance(3_000)
    expect(edge.platform.asked['match.open']).toEqual([])
    edge.line.mend()
    expect((await answer).code).toBe(200)
  })
})
