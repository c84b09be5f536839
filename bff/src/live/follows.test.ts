import { bodyCode, ok, refuse } from '@minefall/shared/contracts'
import type { ServerMessage } from '@minefall/shared/contracts/live'
import { type MatchState, matchIdSchema } from '@minefall/shared/game'
import { describe, expect, test } from 'vitest'
import { deviceA, deviceB, type EdgeUnderTest, edgeUnderTest, type Tab } from '../testing/edge-under-test.ts'
import { eventually } from '../testing/eventually.ts'
import { matchA, matchB, turnEvent, turnEvents } from '../testing/scripted-platform.ts'

const result: MatchState['result'] = {
  outcome: 'voided',
  reason: 'abandoned',
  payouts: [],
  serverSeed: '00'.repeat(32),
  at: 1,
}

let edge: EdgeUnderTest

/** The turns of all events a tab was sent, checked to be told under their own numbers. */
const turns = (tab: Tab, matchId = matchA): number[] =>
  tab
    .got('match.events')
    .filter((message) => message.matchId === matchId)
    .flatMap(({ seq, events }) => {
      expect(events).toEqual(turnEvents(seq, seq + events.length - 1))
      return events.map((_, index) => seq + index)
    })

const upTo = (tab: Tab, last: number) => eventually(() => expect(turns(tab).at(-1)).toBe(last))

describe('following', () => {
  test('answers a snapshot, or what came after, then streams in order', async () => {
    edge = await edgeUnderTest()
    edge.platform.seqs.set(matchA, 5)
    const [fresh, back] = [await edge.welcomed(), await edge.welcomed()]
    expect((await fresh.follow()).data).toMatchObject({
      catchUp: { kind: 'snapshot', state: { seq: 5 } },
      hash: 'hash-5',
      seat: null,
    })
    expect((await back.follow(3)).data).toMatchObject({
      catchUp: { kind: 'events', from: 3, events: turnEvents(4, 5) },
    })
    edge.platform.commit(matchA, 6)
    edge.platform.commit(matchA, 9)
    for (const tab of [fresh, back]) {
      await upTo(tab, 9)
      expect(turns(tab)).toEqual([6, 7, 8, 9])
    }
    expect(await edge.metric('minefall_live_matches_followed')).toBe(1)
  })

  test('what happens while the platform is asked comes after the answer, once and in order', async () => {
    edge = await edgeUnderTest()
    const { platform } = edge
    platform.seqs.set(matchA, 5)
    const original = platform.script['match.resume']
    platform.script['match.resume'] = async (request) => {
      platform.commit(matchA, 7)
      const answer = await original(request)
      platform.commit(matchA, 8)
      platform.commit(matchA, 10)
      return answer
    }
    const tab = await edge.welcomed()
    // By callback: a promise goes on only after other packets of the same chunk have been handled.
    const answered = new Promise<void>((resolve) => {
      tab.loose.emit('match.follow', { matchId: matchA, seq: 4, unacknowledged: [] }, (answer: unknown) => {
        expect(answer).toMatchObject({
          data: { catchUp: { kind: 'events', from: 4, events: turnEvents(5, 7) } },
        })
        expect(turns(tab)).toEqual([])
        resolve()
      })
    })
    await answered
    await upTo(tab, 10)
    expect(turns(tab)).toEqual([8, 9, 10])
  })

  test('one who joins while another streams gets the same events, whichever answer is newer', async () => {
    edge = await edgeUnderTest()
    const { platform } = edge
    platform.seqs.set(matchA, 2)
    const early = await edge.welcomed()
    await early.follow(2)
    // The bus is slower than the answer: events 3 and 4 are in it, and not yet heard.
    platform.commit(matchA, 4, 'lost')
    const late = await edge.welcomed()
    expect((await late.follow(0)).data?.catchUp).toMatchObject({ events: turnEvents(1, 4) })
    await upTo(early, 4)
    edge.bus.publish('match.events', matchA, { matchId: matchA, seq: 3, events: turnEvents(3, 4), hash: '' })
    platform.commit(matchA, 5)
    await upTo(early, 5)
    await upTo(late, 5)
    expect(turns(early)).toEqual([3, 4, 5])
    expect(turns(late)).toEqual([5])
  })

  test('one who joins by snapshot ahead of the stream waits for it, and no one is sent back', async () => {
    edge = await edgeUnderTest()
    const { platform, clock } = edge
    platform.seqs.set(matchA, 2)
    const early = await edge.welcomed()
    await early.follow(2)
    platform.commit(matchA, 4, 'lost')
    const late = await edge.welcomed()
    expect((await late.follow()).data?.catchUp).toMatchObject({ kind: 'snapshot', state: { seq: 4 } })
    await clock.advance(200)
    await upTo(early, 4)
    platform.commit(matchA, 5)
    await upTo(late, 5)
    expect(turns(early)).toEqual([3, 4, 5])
    expect(early.got('match.snapshot')).toEqual([])
    expect(turns(late)).toEqual([5])
  })

  test('a client that resumes in place gets no event twice', async () => {
    edge = await edgeUnderTest()
    edge.platform.seqs.set(matchA, 1)
    const tab = await edge.welcomed()
    await tab.follow(1)
    edge.platform.commit(matchA, 2)
    await upTo(tab, 2)
    expect((await tab.follow(2)).data?.catchUp).toMatchObject({ events: [] })
    edge.platform.commit(matchA, 3)
    await upTo(tab, 3)
    expect(turns(tab)).toEqual([2, 3])
  })

  test('of two requests at once the newer one counts', async () => {
    edge = await edgeUnderTest()
    edge.platform.seqs.set(matchA, 1)
    const tab = await edge.welcomed()
    const [older, newer] = await Promise.all([tab.follow(0), tab.follow(1)])
    expect(older.code).toBe(bodyCode.conflict)
    expect(newer.code).toBe(200)
    edge.platform.commit(matchA, 2)
    await upTo(tab, 2)
    expect(turns(tab)).toEqual([2])
  })

  test('what does not exist is answered so, and what failed can be tried again', async () => {
    edge = await edgeUnderTest()
    const tab = await edge.welcomed()
    expect((await tab.follow()).code).toBe(bodyCode.notFound)
    const original = edge.platform.script['match.resume']
    edge.platform.script['match.resume'] = async () => refuse(bodyCode.timeout, 'late')
    expect((await tab.follow()).code).toBe(bodyCode.timeout)
    expect(await edge.metric('minefall_live_matches_followed')).toBe(0)
    edge.platform.script['match.resume'] = original
    edge.platform.seqs.set(matchA, 1)
    expect((await tab.follow()).code).toBe(200)
    edge.platform.commit(matchA, 2)
    await upTo(tab, 2)
  })

  test('after unfollowing nothing more comes, and the match is forgotten with its last follower', async () => {
    edge = await edgeUnderTest()
    edge.platform.seqs.set(matchA, 1)
    const [leaving, staying] = [await edge.welcomed(), await edge.welcomed()]
    await leaving.follow()
    await staying.follow()
    await leaving.ask('match.unfollow', { matchId: matchA })
    edge.platform.commit(matchA, 2)
    await upTo(staying, 2)
    await leaving.settled()
    expect(turns(leaving)).toEqual([])
    staying.socket.disconnect()
    await eventually(async () => expect(await edge.metric('minefall_live_matches_followed')).toBe(0))
  })

  test('a socket may follow several matches, and not too many', async () => {
    edge = await edgeUnderTest({ LIVE_FOLLOWS_PER_SOCKET: '1' })
    edge.platform.seqs.set(matchA, 1).set(matchB, 1)
    const tab = await edge.welcomed()
    expect((await tab.follow()).code).toBe(200)
    expect(await tab.follow(null, matchB)).toMatchObject({
      code: bodyCode.tooManyRequests,
      data: { seconds: 10 },
    })
    expect((await tab.follow()).code).toBe(200)
  })

  test('a match that is over makes room for the next, the longest followed first', async () => {
    edge = await edgeUnderTest({ LIVE_FOLLOWS_PER_SOCKET: '2' })
    const { platform } = edge
    const over = ['01', '02', '03'].map((byte) => matchIdSchema.parse(byte.repeat(16)))
    for (const matchId of [...over, matchA, matchB]) platform.seqs.set(matchId, 1)
    const original = platform.script['match.resume']
    platform.script['match.resume'] = async (request) => {
      const answer = await original(request)
      if (!over.includes(request.matchId) || answer.data?.catchUp.kind !== 'snapshot') return answer
      const { state } = answer.data.catchUp
      return ok({ ...answer.data, catchUp: { kind: 'snapshot', state: { ...state, result } } })
    }
    const tab = await edge.welcomed()
    for (const matchId of [...over, matchA, matchB]) expect((await tab.follow(null, matchId)).code).toBe(200)
    expect(await edge.metric('minefall_live_matches_followed')).toBe(2)
    expect((await tab.follow(null, over[0])).code).toBe(bodyCode.tooManyRequests)
  })
})

describe('holes', () => {
  test('a batch that got lost is fetched before the next one is passed on', async () => {
    edge = await edgeUnderTest()
    const { platform, clock } = edge
    platform.seqs.set(matchA, 1)
    const tab = await edge.welcomed()
    await tab.follow()
    platform.commit(matchA, 3, 'lost')
    platform.commit(matchA, 4)
    await tab.settled()
    expect(turns(tab)).toEqual([])
    await clock.advance(0)
    await upTo(tab, 4)
    platform.commit(matchA, 5)
    await upTo(tab, 5)
    expect(turns(tab)).toEqual([2, 3, 4, 5])
    expect(await edge.metric('minefall_live_repairs_total')).toBe(1)
  })

  test('a repair that fails is tried again', async () => {
    edge = await edgeUnderTest()
    const { platform, clock } = edge
    platform.seqs.set(matchA, 1)
    const tab = await edge.welcomed()
    await tab.follow()
    const original = platform.script['match.resume']
    platform.script['match.resume'] = async () => refuse(bodyCode.unavailable, 'later')
    platform.commit(matchA, 2, 'lost')
    platform.commit(matchA, 3)
    await tab.settled()
    await clock.advance(100)
    platform.script['match.resume'] = original
    await clock.advance(500)
    await upTo(tab, 3)
    expect(turns(tab)).toEqual([2, 3])
  })

  test('what can only be told whole comes as a snapshot', async () => {
    edge = await edgeUnderTest()
    const { platform, clock } = edge
    platform.seqs.set(matchA, 1)
    const tab = await edge.welcomed()
    await tab.follow()
    const original = platform.script['match.resume']
    platform.script['match.resume'] = (request) => original({ ...request, seq: null })
    platform.commit(matchA, 90, 'lost')
    platform.commit(matchA, 91)
    await tab.settled()
    await clock.advance(0)
    expect((await tab.first('match.snapshot')).state.seq).toBe(91)
    platform.commit(matchA, 92)
    await upTo(tab, 92)
    expect(turns(tab)).toEqual([92])
  })
})

describe('what is no event of the match', () => {
  test('reaches its followers, and the latest state of it those who come later', async () => {
    edge = await edgeUnderTest()
    edge.platform.seqs.set(matchA, 1)
    const [early, late, other] = [await edge.welcomed(), await edge.welcomed(), await edge.welcomed()]
    await early.follow()
    const presence: ServerMessage<'match.presence'> = { matchId: matchA, seats: ['here', 'weak', 'gone'] }
    edge.bus.publish('match.presence', matchA, presence)
    expect(await early.first('match.presence')).toEqual(presence)
    await late.follow()
    expect(await late.first('match.presence')).toEqual(presence)
    await other.settled()
    expect(other.inbox.map(({ name }) => name)).toEqual(['welcome'])
  })

  test('a rematch reaches those who have a seat, early and late, and no one who watches', async () => {
    edge = await edgeUnderTest()
    edge.platform.seqs.set(matchA, 1)
    edge.platform.seats.set(deviceA, 1)
    const [early, late] = [
      await edge.welcomed({ deviceId: deviceA }),
      await edge.welcomed({ deviceId: deviceA }),
    ]
    const [watching, watchingLate] = [
      await edge.welcomed({ deviceId: deviceB }),
      await edge.welcomed({ deviceId: deviceB }),
    ]
    for (const tab of [early, watching]) await tab.follow()
    const until = edge.clock.now() + 10_000
    const rematch: ServerMessage<'match.rematch'> = { matchId: matchA, agreed: [1], until, next: matchB }
    edge.bus.publish('match.rematch', matchA, rematch)
    expect(await early.first('match.rematch')).toEqual(rematch)
    for (const tab of [late, watchingLate]) await tab.follow()
    expect(await late.first('match.rematch')).toEqual(rematch)
    for (const tab of [watching, watchingLate]) {
      await tab.settled()
      expect(tab.inbox.map(({ name }) => name)).not.toContain('match.rematch')
    }
  })

  test('events are handed over as they came', async () => {
    edge = await edgeUnderTest()
    edge.platform.seqs.set(matchA, 1)
    const tab = await edge.welcomed()
    await tab.follow()
    edge.platform.commit(matchA, 2)
    expect(await tab.first('match.events')).toEqual({ matchId: matchA, seq: 2, events: [turnEvent(2)] })
    expect(await edge.metric('minefall_live_deliveries_total')).toBe(1)
  })
})
