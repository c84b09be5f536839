import { MessageChannel } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bodyCode, ok } from '../contracts/index.ts'
import { type Bus, isUnanswered } from './bus.ts'
import { Exchange, inProcessBus } from './in-process-bus.ts'
import { silentLogger } from './log.ts'
import { digest, edgeBeat, signal } from './testing-bus.ts'
import { busSuite } from './testing-bus-suite.ts'
import { joinExchange, threadBus } from './thread-bus.ts'

busSuite('the bus of a thread', async (options) => {
  const { port1, port2 } = new MessageChannel()
  joinExchange(new Exchange(), port1)
  return threadBus(port2, options)
})

describe('the buses of threads on one exchange', () => {
  const log = silentLogger()
  let exchange: Exchange
  let platform: Bus
  let messages: number
  const threads: Bus[] = []
  const thread = () => {
    const { port1, port2 } = new MessageChannel()
    port1.on('message', () => {
      messages += 1
    })
    joinExchange(exchange, port1)
    const bus = threadBus(port2, { log })
    threads.push(bus)
    return bus
  }
  /** Resolves when the exchange knows what this thread listens to. */
  const isHeard = (bus: Bus) => bus.request('node.probe', {}, { at: 'no-one' })

  beforeEach(() => {
    exchange = new Exchange()
    platform = inProcessBus({ log, exchange })
    messages = 0
  })
  afterEach(async () => {
    for (const bus of [platform, ...threads.splice(0)]) await bus.close()
  })

  it('reach the process, and one another', async () => {
    const [one, two] = [thread(), thread()]
    platform.respond('lobby.digest', async () => ok(digest(1)))
    const heard = [platform, one, two].map((bus) => {
      const { done, settle } = signal<number>()
      bus.subscribe('edge.beat', null, ({ at }) => settle(at))
      return done
    })
    await Promise.all([one, two].map(isHeard))
    one.publish('edge.beat', 'one', edgeBeat(5))
    expect(await Promise.all(heard)).toEqual([5, 5, 5])
    expect((await two.request('lobby.digest', {})).data?.at).toBe(1)
  })

  it('send all that is asked in one turn of the event loop as one message', async () => {
    const one = thread()
    platform.respond('lobby.digest', async () => ok(digest(1)))
    const answers = await Promise.all(Array.from({ length: 50 }, () => one.request('lobby.digest', {})))
    expect(answers.every(({ code }) => code === bodyCode.ok)).toBe(true)
    expect(messages).toBe(1)
  })

  it('are no longer heard, asked or told once they have closed', async () => {
    const [one, two] = [thread(), thread()]
    one.respond('lobby.digest', async () => ok(digest(1)), { at: 'one' })
    let told = 0
    one.subscribe('edge.beat', null, () => {
      told += 1
    })
    await isHeard(one)
    expect((await two.request('lobby.digest', {}, { at: 'one' })).data?.at).toBe(1)
    one.publish('edge.beat', null, edgeBeat(1))
    const last = signal<number>()
    platform.subscribe('edge.beat', null, ({ at }) => last.settle(at))
    await one.close()
    expect(await last.done).toBe(1)
    await expect
      .poll(async () => isUnanswered(await two.request('lobby.digest', {}, { at: 'one' })))
      .toBe(true)
    two.publish('edge.beat', null, edgeBeat(2))
    await isHeard(two)
    expect(told).toBe(0)
  })
})
