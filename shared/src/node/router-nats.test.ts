import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BusAnswer } from '../contracts/bus/index.ts'
import { type Envelope, ok } from '../contracts/index.ts'
import { matchIdSchema } from '../game/index.ts'
import type { Bus } from './bus.ts'
import { systemClock } from './clock.ts'
import { silentLogger } from './log.ts'
import { natsBus } from './nats-bus.ts'
import { type OwnerDirectory, ownerDirectory } from './owners.ts'
import { type Router, router } from './router.ts'
import { startNats, type TestNats } from './testing-nats.ts'

const shard = 7
const matchId = matchIdSchema.parse(`${'0'.repeat(30)}07`)
const command = { playerId: 'p', matchId, commandId: '0c'.repeat(16) }
const patient = { timeoutMs: 60_000 }
type Left = Envelope<BusAnswer<'match.leave'>>
const done = (seq: number): Left => ok({ matchId, seq, seat: 0 })

const turned = (bus: Bus, to: boolean) =>
  new Promise<void>((resolve) => {
    const stop = bus.onConnection((connected) => {
      if (connected !== to) return
      stop()
      resolve()
    })
  })

describe('the router over NATS', () => {
  let nats: TestNats
  const buses: Bus[] = []
  let edge: Bus
  let owners: OwnerDirectory
  let routed: Router
  beforeAll(async () => {
    nats = await startNats()
  })
  afterAll(() => nats.remove())

  const open = async () => {
    const bus = await natsBus({ url: nats.url, name: 'a test', log: silentLogger() })
    buses.push(bus)
    return bus
  }

  /** A platform node; resolves when what it answers is known to the server. */
  const node = async (name: string, answer: () => Promise<Left>) => {
    const bus = await open()
    let asked = () => {}
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve
    })
    bus.respond(
      'match.leave',
      () => {
        asked()
        return answer()
      },
      { at: name },
    )
    await bus.request('node.probe', {}, { ...patient, at: 'no-one' })
    return {
      bus,
      isAsked,
      /** Tells of itself; resolves when the edge knows it. */
      async beat(epoch: number) {
        const heard = new Promise<void>((resolve) => {
          const stop = owners.onChange(() => {
            stop()
            resolve()
          })
        })
        const state = { at: 0, reads: 1, writes: 1, draining: false, storage: true }
        bus.publish('node.beat', name, { node: name, ...state, shards: [[shard, epoch]] })
        await heard
      },
    }
  }

  beforeEach(async () => {
    edge = await open()
    owners = ownerDirectory({ bus: edge, clock: systemClock })
    routed = router({ bus: edge, owners, clock: systemClock })
    await edge.request('node.probe', {}, { ...patient, at: 'no-one' })
  })
  afterEach(async () => {
    routed.close()
    owners.close()
    await Promise.all(buses.splice(0).map((bus) => bus.close()))
  })

  it('goes on to the successor when the owner is gone', async () => {
    const one = await node('one', async () => done(1))
    const two = await node('two', async () => done(2))
    await one.beat(1)
    expect(await routed.request('match.leave', command, patient)).toEqual(done(1))
    await one.bus.close()
    const answer = routed.request('match.leave', command, patient)
    await two.beat(2)
    expect(await answer).toEqual(done(2))
  })

  it('goes on to the successor when the owner hangs', async () => {
    const one = await node('one', () => new Promise<never>(() => {}))
    const two = await node('two', async () => done(2))
    await one.beat(1)
    const answer = routed.request('match.leave', command, patient)
    await one.isAsked
    await two.beat(2)
    expect(await answer).toEqual(done(2))
  })

  it('asks again what was under way when NATS went, and what was asked while it was away', async () => {
    let answer = (): Promise<Left> => new Promise<never>(() => {})
    const one = await node('one', () => answer())
    await one.beat(1)
    const underWay = routed.request('match.leave', command, patient)
    await one.isAsked
    const lost = turned(edge, false)
    await nats.kill()
    await lost
    const arrived = routed.request('match.leave', { ...command, playerId: 'q' }, patient)
    answer = async () => done(3)
    await nats.start()
    expect(await Promise.all([underWay, arrived])).toEqual([done(3), done(3)])
  })
})
