import { afterEach, describe, expect, it } from 'vitest'
import type { BusAnswer } from '../contracts/bus/index.ts'
import { bodyCode, type Envelope, ok, refuse } from '../contracts/index.ts'
import { type MatchId, matchIdSchema } from '../game/index.ts'
import { shardOfHost, shardOfQueue } from '../shards/index.ts'
import { manualClock } from '../testing/index.ts'
import { deadlineStepMs } from './deadlines.ts'
import { inProcessBus } from './in-process-bus.ts'
import { silentLogger } from './log.ts'
import { ownerDirectory } from './owners.ts'
import { currentRequestId, withRequestId } from './request-context.ts'
import { router } from './router.ts'

const shard = 7
const matchId = matchIdSchema.parse(`${'0'.repeat(30)}07`)
const otherShards = matchIdSchema.parse(`${'0'.repeat(30)}08`)
const commandId = '0c'.repeat(16)
const leave = (nth = 0, match: MatchId = matchId) => ({ playerId: `p${nth}`, matchId: match, commandId })
type Left = Envelope<BusAnswer<'match.leave'>>
const done = (seq = 1): Left => ok({ matchId, seq, seat: 0 })
const moved: Left = refuse(bodyCode.shardMoved, 'the shard is another’s')
const never = new Promise<never>(() => {})

const setUp = () => {
  const manual = manualClock()
  let backMs = 0
  const clock = { ...manual, now: () => manual.now() - backMs }
  const bus = inProcessBus({ log: silentLogger(), clock })
  const owners = ownerDirectory({ bus, clock })
  const seen = { asked: 0, moved: 0, waited: [] as number[] }
  const routed = router({
    ...{ bus, owners, clock },
    observer: {
      asked: () => {
        seen.asked += 1
      },
      moved: () => {
        seen.moved += 1
      },
      waited: (ms) => seen.waited.push(ms),
    },
  })
  const nodes = new Map<string, { asked: string[]; answer: () => Left | Promise<Left>; gone: () => void }>()
  return {
    ...{ clock, bus, owners, routed, seen },
    setClockBack: (ms: number) => {
      backMs += ms
    },
    /** A node that answers its own name; `answer` may be changed later. */
    node(name: string, answer: () => Left | Promise<Left> = done) {
      const asked: string[] = []
      const node = { asked, answer, gone: () => {} }
      node.gone = bus.respond(
        'match.leave',
        async ({ playerId }) => {
          asked.push(playerId)
          return node.answer()
        },
        { at: name },
      )
      nodes.set(name, node)
      return node
    },
    async beat(node: string, ...shards: [shard: number, epoch: number][]) {
      const state = { reads: 1, writes: 1, draining: false, storage: true }
      bus.publish('node.beat', node, { node, at: clock.now(), ...state, shards })
      await clock.advance(0)
    },
    /** Asks, and keeps the answer for when it comes. */
    leave(nth = 0, timeoutMs = 4_000, match = matchId) {
      const asked: { answer: Left | null } = { answer: null }
      void routed.request('match.leave', leave(nth, match), { timeoutMs }).then((answer) => {
        asked.answer = answer
      })
      return asked
    },
  }
}

describe('the router', () => {
  let close = () => {}
  afterEach(() => close())
  const start = () => {
    const under = setUp()
    close = () => under.routed.close()
    return under
  }

  it('asks the owner of the shard, by its name', async () => {
    const { node, beat, leave, clock, seen } = start()
    const one = node('one')
    const two = node('two', () => done(2))
    await beat('one', [shard, 1])
    await beat('two', [shard + 1, 1])
    const first = leave(1)
    const second = leave(2, 4_000, otherShards)
    await clock.advance(0)
    expect(first.answer).toEqual(done(1))
    expect(second.answer).toEqual(done(2))
    expect(one.asked).toEqual(['p1'])
    expect(two.asked).toEqual(['p2'])
    expect(seen).toEqual({ asked: 2, moved: 0, waited: [] })
  })

  it('takes queues and hosts to their own shards, and an opening to the shard it names', async () => {
    const { bus, beat, routed } = start()
    const queue = { gameId: 'mines-trial', stake: '100', asset: 'trial' } as const
    const playerId = '0197f2a4-0000-7000-8000-000000000001'
    const found = { matchId, serverCommit: 'ee'.repeat(32), seats: 5, taken: 0 }
    const asked: string[] = []
    bus.respond('lobby.find', async () => ok({ ...found, taken: asked.push('find') }), { at: 'finds' })
    bus.respond('lobby.host', async () => ok({ ...found, taken: asked.push('host') }), { at: 'hosts' })
    bus.respond('lobby.open', async () => ok({ ...found, taken: asked.push('open') }), { at: 'opens' })
    await beat('finds', [shardOfQueue(queue), 1])
    await beat('hosts', [shardOfHost(playerId), 1])
    await beat('opens', [shard, 1])
    await routed.request('lobby.find', { playerId, ...queue })
    await routed.request('lobby.host', { playerId, ...queue })
    await routed.request('lobby.open', { shard, ...queue })
    expect(asked).toEqual(['find', 'host', 'open'])
  })

  it('waits for the first beat instead of refusing', async () => {
    const { node, beat, leave, clock, seen } = start()
    node('one')
    const asked = leave()
    await clock.advance(300)
    expect(asked.answer).toBeNull()
    await beat('one', [shard, 1])
    expect(asked.answer).toEqual(done())
    expect(seen).toEqual({ asked: 1, moved: 0, waited: [300] })
  })

  it('answers 1503 at its deadline when no one owned the shard, and leaves no timer behind', async () => {
    const { leave, clock } = start()
    const asked = leave(0, 1_000)
    await clock.advance(999)
    expect(asked.answer).toBeNull()
    await clock.advance(1)
    expect(asked.answer?.code).toBe(bodyCode.unavailable)
    expect(clock.pending()).toBe(0)
  })

  it('asks the successor as soon as it is heard when the owner has answered that it is none', async () => {
    const { node, beat, leave, clock, seen } = start()
    const one = node('one', () => moved)
    const two = node('two')
    await beat('one', [shard, 1])
    const asked = leave()
    await clock.advance(10)
    expect(asked.answer).toBeNull()
    await beat('two', [shard, 2])
    expect(asked.answer).toEqual(done())
    expect(one.asked).toHaveLength(1)
    expect(two.asked).toHaveLength(1)
    expect(seen).toEqual({ asked: 2, moved: 1, waited: [10] })
  })

  it('asks the successor at once when its beat came before the owner’s answer', async () => {
    const { node, beat, leave, clock } = start()
    let refuseNow = (_answer: Left) => {}
    node('one', () => new Promise((resolve) => (refuseNow = resolve)))
    const two = node('two')
    await beat('one', [shard, 1])
    const asked = leave()
    await clock.advance(0)
    await beat('two', [shard, 2])
    expect(asked.answer).toEqual(done())
    refuseNow(moved)
    await clock.advance(1_000)
    expect(two.asked).toHaveLength(1)
  })

  it('asks an owner that is none again after growing pauses, and it may go on with the shard', async () => {
    const { node, beat, leave, clock } = start()
    const one = node('one', () => moved)
    await beat('one', [shard, 1])
    const asked = leave()
    const times: number[] = []
    for (let ms = 0; ms < 400; ms += 25) {
      await clock.advance(ms === 0 ? 0 : 25)
      if (one.asked.length > times.length) times.push(ms)
    }
    expect(times).toEqual([0, 25, 75, 175, 275, 375])
    one.answer = done
    await clock.advance(100)
    expect(asked.answer).toEqual(done())
  })

  it('waits while no one answers under the owner’s name', async () => {
    const { node, beat, leave, clock } = start()
    await beat('one', [shard, 1])
    const asked = leave()
    await clock.advance(200)
    expect(asked.answer).toBeNull()
    node('one')
    await clock.advance(100)
    expect(asked.answer).toEqual(done())
  })

  it('passes an owner’s own 1503 on: it has spoken', async () => {
    const { node, beat, leave, clock, seen } = start()
    node('one', () => refuse(bodyCode.unavailable, 'the database is away'))
    await beat('one', [shard, 1])
    const asked = leave()
    await clock.advance(0)
    expect(asked.answer).toMatchObject({ code: bodyCode.unavailable, msg: 'the database is away' })
    expect(seen.asked).toBe(1)
  })

  it('gives a frozen owner up as soon as the epoch grows, and does not listen to it any more', async () => {
    const { node, beat, leave, clock, seen } = start()
    let thaw = (_answer: Left) => {}
    const one = node('one', () => new Promise((resolve) => (thaw = resolve)))
    node('two', () => done(2))
    await beat('one', [shard, 1])
    const asked = leave()
    await clock.advance(900)
    await beat('two', [shard, 2])
    expect(asked.answer).toEqual(done(2))
    thaw(done(1))
    await beat('one', [shard, 1])
    expect(asked.answer).toEqual(done(2))
    expect(one.asked).toHaveLength(1)
    expect(seen).toEqual({ asked: 2, moved: 1, waited: [] })
  })

  it('asks a node again that hung and came back under a higher epoch', async () => {
    const { node, beat, leave, clock } = start()
    const one = node('one', () => never)
    await beat('one', [shard, 1])
    const asked = leave()
    await clock.advance(500)
    one.answer = done
    await beat('one', [shard, 2])
    expect(asked.answer).toEqual(done())
  })

  it('lets an owner that has laid the shard down answer what it has in hand', async () => {
    const { node, beat, leave, clock } = start()
    let answer = (_answer: Left) => {}
    node('one', () => new Promise((resolve) => (answer = resolve)))
    await beat('one', [shard, 1])
    const asked = leave()
    await clock.advance(0)
    await beat('one')
    answer(done())
    await clock.advance(0)
    expect(asked.answer).toEqual(done())
  })

  it('answers 1504 at its deadline when an owner may have done it', async () => {
    const { node, beat, leave, clock } = start()
    node('one', () => never)
    await beat('one', [shard, 1])
    const hanging = leave(0, 1_000)
    await clock.advance(1_000)
    expect(hanging.answer?.code).toBe(bodyCode.timeout)

    // Given up at the frozen owner, and its successor is gone as well.
    const given = leave(1, 1_000)
    await clock.advance(500)
    await beat('two', [shard, 2])
    expect(given.answer).toBeNull()
    await clock.advance(500)
    expect(given.answer?.code).toBe(bodyCode.timeout)
  })

  it('answers at its deadline though the clock is set back while it waits, and while it is asked for', async () => {
    const { node, beat, leave, clock, setClockBack, seen } = start()
    node('one', () => moved)
    node('two', () => never)
    await beat('one', [shard, 1])
    await beat('two', [shard + 1, 1])
    const waiting = leave(0, 1_000)
    const asking = leave(1, 1_000, otherShards)
    await clock.advance(500)
    setClockBack(3_600_000)
    await clock.advance(500 + 4 * deadlineStepMs)
    expect([waiting.answer?.code, asking.answer?.code]).toEqual([bodyCode.unavailable, bodyCode.timeout])
    expect(seen.waited.every((ms) => ms >= 0)).toBe(true)
  })

  it('answers once when the successor is heard after the deadline and before the bus notices it', async () => {
    const { node, beat, routed, clock, seen } = start()
    node('one', () => never)
    await beat('one', [shard, 1])
    const answers: Left[] = []
    routed.ask('match.leave', leave(), (answer) => answers.push(answer), { timeoutMs: 1_010 })
    await clock.advance(1_020)
    expect(answers).toEqual([])
    await beat('two', [shard, 2])
    await clock.advance(deadlineStepMs)
    expect(answers.map(({ code }) => code)).toEqual([bodyCode.timeout])
    expect(seen.asked).toBe(1)
  })

  it('never answers 1513', async () => {
    const { node, beat, leave, clock } = start()
    node('one', () => moved)
    await beat('one', [shard, 1])
    const asked = leave(0, 1_000)
    await clock.advance(1_000)
    expect(asked.answer?.code).toBe(bodyCode.unavailable)
  })

  it('sends one of many that wait, and the others when that one is heard', async () => {
    const { node, beat, leave, clock, seen } = start()
    const one = node('one', () => moved)
    await beat('one', [shard, 1])
    const first = leave(0)
    await clock.advance(0)
    const asked = [first, ...Array.from({ length: 2_000 }, (_, nth) => leave(nth + 1))]
    await clock.advance(1_000)
    expect(one.asked.length).toBeLessThan(15)
    expect(seen.asked).toBe(one.asked.length)
    one.answer = done
    await clock.advance(100)
    expect(asked.every(({ answer }) => answer?.code === bodyCode.ok)).toBe(true)
    expect(seen.waited).toHaveLength(2_001)
    await clock.advance(deadlineStepMs)
    expect(clock.pending()).toBe(0)
  })

  it('wakes all that wait when there is a new owner, in the order they came', async () => {
    const { node, beat, leave, clock } = start()
    node('one', () => moved)
    const two = node('two')
    await beat('one', [shard, 1])
    leave(0)
    await clock.advance(0)
    const asked = Array.from({ length: 5 }, (_, nth) => leave(nth + 1))
    await clock.advance(0)
    await beat('two', [shard, 2])
    expect(asked.every(({ answer }) => answer?.code === bodyCode.ok)).toBe(true)
    expect(two.asked).toEqual(['p0', 'p1', 'p2', 'p3', 'p4', 'p5'])
  })

  it('lets the others go when the one that was sent is taken up without an answer yet', async () => {
    const { node, beat, leave, clock } = start()
    const one = node('one', () => moved)
    await beat('one', [shard, 1])
    leave(0)
    await clock.advance(0)
    leave(1)
    one.answer = () => never
    await clock.advance(25)
    expect(one.asked).toEqual(['p0', 'p0'])
    await clock.advance(100)
    expect(one.asked).toEqual(['p0', 'p0', 'p1'])
  })

  it('asks for each that waited within its own request', async () => {
    const { node, beat, leave, clock } = start()
    const ids = new Map<string, string | undefined>()
    const one = node('one', () => moved)
    await beat('one', [shard, 1])
    for (let nth = 0; nth < 3; nth++) withRequestId(`asked-${nth}`, () => leave(nth))
    leave(3)
    await clock.advance(10)
    one.answer = () => {
      ids.set(one.asked.at(-1) ?? '', currentRequestId())
      return done()
    }
    await clock.advance(100)
    expect([...ids].sort()).toEqual([
      ['p0', 'asked-0'],
      ['p1', 'asked-1'],
      ['p2', 'asked-2'],
      ['p3', undefined],
    ])
  })

  it('asks for the others when the one that was sent is refused only when its time is up', async () => {
    const { node, beat, leave, clock } = start()
    const one = node('one', () => moved)
    await beat('one', [shard, 1])
    const short = leave(0, 1_000)
    await clock.advance(0)
    const long = leave(1, 4_000)
    let refuseNow = (_answer: Left) => {}
    clock.after(1_000, () => refuseNow(moved))
    await clock.advance(950)
    one.answer = () => new Promise((resolve) => (refuseNow = resolve))
    await clock.advance(50)
    expect(short.answer?.code).toBe(bodyCode.unavailable)
    one.answer = done
    await clock.advance(200)
    expect(long.answer).toEqual(done())
  })

  it('lets each of those that wait end at its own deadline', async () => {
    const { leave, clock } = start()
    const short = leave(0, 500)
    const long = leave(1, 1_500)
    await clock.advance(500)
    expect(short.answer?.code).toBe(bodyCode.unavailable)
    expect(long.answer).toBeNull()
    await clock.advance(1_000)
    expect(long.answer?.code).toBe(bodyCode.unavailable)
  })

  it('answers all that waits when it is closed, and refuses what comes later', async () => {
    const { node, beat, leave, routed, clock } = start()
    node('one', () => never)
    await beat('one', [shard, 1])
    const hanging = leave(0)
    const waits = leave(1, 4_000, otherShards)
    await clock.advance(0)
    routed.close()
    const late = leave(2)
    await clock.advance(0)
    expect(hanging.answer?.code).toBe(bodyCode.timeout)
    expect(waits.answer?.code).toBe(bodyCode.unavailable)
    expect(late.answer?.code).toBe(bodyCode.unavailable)
  })
})
