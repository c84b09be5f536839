import { connect, type NatsConnection } from '@nats-io/transport-node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bodyCode, ok } from '../contracts/index.ts'
import { matchIdSchema } from '../rules/index.ts'
import type { Bus } from './bus.ts'
import { isUnanswered } from './bus.ts'
import { createLogger } from './log.ts'
import { natsBus } from './nats-bus.ts'
import { isStartupError } from './settings.ts'
import { digest, edgeBeat } from './testing-bus.ts'
import { busSuite } from './testing-bus-suite.ts'
import { startNats, type TestNats } from './testing-nats.ts'

/** Buses of one test, and what they log. */
const openNodes = () => {
  const opened: Bus[] = []
  const lines: Record<string, unknown>[] = []
  const log = createLogger({
    level: 'info',
    format: 'json',
    to: { write: (line) => void lines.push(JSON.parse(line)) },
  })
  return {
    lines,
    said: (msg: string) => lines.filter((line) => line.msg === msg),
    /** A bus whose requests wait longer than in production for their answer, as a slow machine needs. */
    open: async (url: string, token?: string): Promise<Bus> => {
      const bus = await natsBus({ url, name: 'a test', log, ...(token === undefined ? {} : { token }) })
      opened.push(bus)
      return {
        ...bus,
        request: (name, payload, options) => bus.request(name, payload, { timeoutMs: 60_000, ...options }),
      }
    },
    close: () => Promise.all(opened.map((bus) => bus.close())),
  }
}

/** Resolves with the next change of a bus's connection, which must be this one. */
const turned = (bus: Bus, to: boolean) =>
  new Promise<void>((resolve, reject) => {
    const stop = bus.onConnection((connected) => {
      stop()
      if (connected === to) resolve()
      else reject(new Error(`it turned ${connected}`))
    })
  })

/** Resolves when what this bus listens to is known to the server. */
const isHeard = (bus: Bus) => bus.request('node.probe', {}, { at: 'no-one' })

describe('over one server', () => {
  let nats: TestNats
  beforeAll(async () => {
    nats = await startNats()
  })
  afterAll(() => nats.remove())

  busSuite('the bus over NATS', (options) => natsBus({ ...options, url: nats.url, name: 'a test' }))

  describe('the nodes of a cluster', () => {
    let nodes: ReturnType<typeof openNodes>
    let one: Bus
    let two: Bus
    let three: Bus
    let stranger: NatsConnection

    beforeEach(async () => {
      nodes = openNodes()
      one = await nodes.open(nats.url)
      two = await nodes.open(nats.url)
      three = await nodes.open(nats.url)
      stranger = await connect({ servers: nats.url })
    })
    afterEach(async () => {
      await nodes.close()
      await stranger.close()
    })

    it('share the requests of a name, each of which reaches one of them', async () => {
      const asked = { two: 0, three: 0 }
      const answering = (node: keyof typeof asked) => async () => {
        asked[node] += 1
        return ok(digest(0))
      }
      two.respond('lobby.digest', answering('two'))
      three.respond('lobby.digest', answering('three'))
      await Promise.all([isHeard(two), isHeard(three)])
      const answers = await Promise.all(Array.from({ length: 200 }, () => one.request('lobby.digest', {})))
      expect(answers.every(({ code }) => code === bodyCode.ok)).toBe(true)
      expect(asked.two + asked.three).toBe(200)
      expect(asked.two).toBeGreaterThan(0)
      expect(asked.three).toBeGreaterThan(0)
    })

    it('are reached by their names', async () => {
      two.respond('lobby.digest', async () => ok(digest(2)), { at: 'two' })
      three.respond('lobby.digest', async () => ok(digest(3)), { at: 'three' })
      await Promise.all([isHeard(two), isHeard(three)])
      for (const [at, number] of [
        ['two', 2],
        ['three', 3],
        ['two', 2],
      ] as const)
        expect((await one.request('lobby.digest', {}, { at })).data?.at).toBe(number)
      expect(isUnanswered(await one.request('lobby.digest', {}))).toBe(true)
      await two.close()
      expect(isUnanswered(await one.request('lobby.digest', {}, { at: 'two' }))).toBe(true)
    })

    it('hear what another published before it answered', async () => {
      const order: (string | number)[] = []
      let number = 0
      two.respond('lobby.digest', async () => {
        number += 1
        two.publish('edge.beat', 'one', edgeBeat(number))
        return ok(digest(number))
      })
      one.subscribe('edge.beat', 'one', ({ at }) => void order.push(`event ${at}`))
      await Promise.all([isHeard(two), isHeard(one)])
      const expected: string[] = []
      for (let round = 1; round <= 200; round++) {
        const { data } = await one.request('lobby.digest', {})
        order.push(`answer ${data?.at}`)
        expected.push(`event ${round}`, `answer ${round}`)
      }
      expect(order).toEqual(expected)
    })

    it('answer what is under way before they close', async () => {
      let finish = () => {}
      const asked = new Promise<void>((resolve) => {
        two.respond('lobby.digest', () => {
          resolve()
          return new Promise((answer) => {
            finish = () => answer(ok(digest(5)))
          })
        })
      })
      await isHeard(two)
      const answer = one.request('lobby.digest', {})
      await asked
      const closed = two.close()
      // The next one does not reach it any more.
      await isHeard(one)
      expect(isUnanswered(await one.request('lobby.digest', {}))).toBe(true)
      finish()
      expect((await answer).data?.at).toBe(5)
      await closed
    })

    it('refuse what is larger than the server carries, and go on', async () => {
      two.respond('session.check', async ({ sessions }) =>
        sessions.length > 1 ? ok({ ended: Array(20_000).fill('x'.repeat(60)) }) : ok({ ended: [] }),
      )
      await isHeard(two)
      const beat = {
        matchId: matchIdSchema.parse('a'.repeat(32)),
        seq: 1,
        hash: 'x'.repeat(1_100_000),
      }
      const heard = new Promise((resolve) => {
        one.subscribe('match.beat', null, (payload) => resolve(payload))
      })
      await isHeard(one)
      two.publish('match.beat', '1', [beat])
      two.publish('match.beat', '1', [{ ...beat, hash: 'small' }])
      expect(await heard).toEqual([{ ...beat, hash: 'small' }])

      const request = await one.request('session.check', { sessions: ['x'.repeat(1_100_000)] })
      expect(request).toMatchObject({ code: bodyCode.badParameters, data: null })
      expect(request.msg).toMatch(/^session\.check: \d+ bytes are more than the bus carries \(1048576\)$/)
      const answer = await one.request('session.check', { sessions: ['a', 'b'] })
      expect(answer).toMatchObject({ code: bodyCode.ourFault, data: null })
      expect((await one.request('session.check', { sessions: ['a'] })).code).toBe(bodyCode.ok)
      expect(nodes.lines.filter(({ level }) => level === 'error')).toHaveLength(2)
      expect(nodes.said('the connection to NATS is lost')).toEqual([])
    })

    it('are not harmed by what strangers send', async () => {
      const asked: unknown[] = []
      const heard: unknown[] = []
      two.respond('session.check', async (payload) => {
        asked.push(payload)
        return ok({ ended: [] })
      })
      two.subscribe('edge.beat', null, (payload) => void heard.push(payload))
      await isHeard(two)
      for (const text of [
        '',
        '{',
        'null',
        '[]',
        '{"sessions":[1]}',
        '{"__proto__":{"sessions":[]}}',
        '\u0000\uffff',
      ]) {
        stranger.publish('mf.ev.edge.beat.one', text)
        stranger.publish('mf.req.session.check', text)
        const { data } = await stranger.request('mf.req.session.check', text)
        expect(JSON.parse(new TextDecoder().decode(data))).toMatchObject({ code: bodyCode.badParameters })
      }
      stranger.publish('mf.ev.edge.beat.=%%%', JSON.stringify(edgeBeat(1)))
      await stranger.flush()
      expect((await one.request('session.check', { sessions: [] })).code).toBe(bodyCode.ok)
      expect(asked).toEqual([{ sessions: [] }])
      expect(heard).toEqual([edgeBeat(1)])
    })

    it('refuse an answer that has not the shape of one', async () => {
      const answers = ['{', '{"code":200}', '{"code":200,"msg":"ok","data":{"ended":[1]}}', '""']
      stranger.subscribe('mf.req.session.check', {
        callback: (_, message) => void message.respond(answers[0]),
      })
      await stranger.flush()
      while (answers.length > 0) {
        const answer = await one.request('session.check', { sessions: [] })
        expect(answer).toMatchObject({ code: bodyCode.ourFault, data: null })
        expect(isUnanswered(answer)).toBe(false)
        answers.shift()
      }
    })
  })
})

describe('a server that goes', () => {
  let nats: TestNats
  let nodes: ReturnType<typeof openNodes>
  beforeEach(async () => {
    nats = await startNats()
    nodes = openNodes()
  })
  afterEach(async () => {
    nats.resume()
    await nodes.close()
    await nats.remove()
  })

  it('is reported once when it dies and once when it is back; requests are refused in the meantime, and all goes on', async () => {
    const [one, two] = [await nodes.open(nats.url), await nodes.open(nats.url)]
    const told: boolean[] = []
    one.onConnection((connected) => void told.push(connected))
    two.respond('lobby.digest', async () => ok(digest(2)), { at: 'two' })
    two.respond('lobby.digest', async () => ok(digest(2)))
    const heard: number[] = []
    const third = new Promise<void>((resolve) => {
      two.subscribe('edge.beat', 'one', ({ at }) => {
        heard.push(at)
        if (at === 3) resolve()
      })
    })
    await isHeard(two)
    expect((await one.request('lobby.digest', {})).code).toBe(bodyCode.ok)
    one.publish('edge.beat', 'one', edgeBeat(1))
    await isHeard(one)
    await isHeard(two)

    const lost = Promise.all([turned(one, false), turned(two, false)])
    await nats.kill()
    await lost
    expect(one.isConnected()).toBe(false)
    const refused = await one.request('lobby.digest', {}, { at: 'two' })
    expect(refused).toMatchObject({ code: bodyCode.unavailable, data: null })
    expect(isUnanswered(refused)).toBe(true)
    one.publish('edge.beat', 'one', edgeBeat(2))
    two.respond('desk.counts', async () => ({ code: bodyCode.notFound, msg: 'made while away', data: null }))

    const found = Promise.all([turned(one, true), turned(two, true)])
    await nats.start()
    await found
    expect(one.isConnected()).toBe(true)
    expect((await one.request('lobby.digest', {}, { at: 'two' })).data?.at).toBe(2)
    expect((await one.request('lobby.digest', {})).data?.at).toBe(2)
    expect((await one.request('desk.counts', {})).msg).toBe('made while away')
    one.publish('edge.beat', 'one', edgeBeat(3))
    await third
    expect(heard).toEqual([1, 3])
    expect(told).toEqual([false, true])
    expect(nodes.said('events were dropped while there was no connection')).toMatchObject([{ dropped: 1 }])
  })

  it('ends the requests that wait for an answer', async () => {
    const [one, two] = [await nodes.open(nats.url), await nodes.open(nats.url)]
    const asked = new Promise<void>((resolve) => {
      two.respond('lobby.digest', () => {
        resolve()
        return new Promise(() => {})
      })
    })
    await isHeard(two)
    const waiting = one.request('lobby.digest', {})
    await asked
    await nats.kill()
    const answer = await waiting
    expect(answer.code).toBe(bodyCode.unavailable)
    expect(isUnanswered(answer)).toBe(true)
  })

  it('is noticed when it is silent, and used again when it speaks', async () => {
    const bus = await nodes.open(nats.url)
    bus.respond('lobby.digest', async () => ok(digest(1)), { at: 'one' })
    expect((await bus.request('lobby.digest', {}, { at: 'one' })).code).toBe(bodyCode.ok)
    const lost = turned(bus, false)
    nats.pause()
    const unheard = bus.request('lobby.digest', {})
    await lost
    expect(isUnanswered(await unheard)).toBe(true)
    expect(isUnanswered(await bus.request('lobby.digest', {}, { at: 'one' }))).toBe(true)
    expect(nodes.said('NATS is silent')).toHaveLength(1)
    const found = turned(bus, true)
    nats.resume()
    await found
    expect((await bus.request('lobby.digest', {}, { at: 'one' })).data?.at).toBe(1)
  })

  it('is left for another one, whether it is silent or dead', async () => {
    const other = await startNats()
    try {
      await other.kill()
      const bus = await nodes.open(`${nats.url},${other.url}`)
      bus.respond('lobby.digest', async () => ok(digest(1)))
      await other.start()
      const leaving = async (end: () => void) => {
        const lost = turned(bus, false)
        end()
        await lost
        await turned(bus, true)
        expect((await bus.request('lobby.digest', {})).data?.at).toBe(1)
      }
      await leaving(() => {
        nats.pause()
        // More than the buffers of both ends take: what it does not read does not hold us.
        for (let seq = 0; seq < 40; seq++)
          bus.publish('match.beat', '1', [
            { matchId: matchIdSchema.parse('a'.repeat(32)), seq, hash: 'x'.repeat(900_000) },
          ])
      })
      nats.resume()
      // Until it has read all that, it takes our first connection for alive, and would give it requests.
      const onlooker = await nodes.open(nats.url)
      const asked = () => onlooker.request('lobby.digest', {}, { timeoutMs: 1_000 })
      await expect.poll(async () => (await asked()).msg).toBe('no one answers lobby.digest')
      await leaving(() => void other.kill())
    } finally {
      await other.remove()
    }
  })

  it('lets a bus close while it is silent', async () => {
    const bus = await nodes.open(nats.url)
    nats.pause()
    await bus.close()
    expect(bus.isConnected()).toBe(false)
  })

  it('lets a bus close while it is away', async () => {
    const bus = await nodes.open(nats.url)
    const lost = turned(bus, false)
    await nats.kill()
    await lost
    await bus.close()
    expect(isUnanswered(await bus.request('lobby.digest', {}))).toBe(true)
  })
})

describe('the first connection', () => {
  it('waits for the server, and says so', async () => {
    const nodes = openNodes()
    const nats = await startNats()
    try {
      await nats.stop()
      const opening = nodes.open(nats.url)
      await expect.poll(() => nodes.said('NATS unreachable, retrying')).toHaveLength(1)
      await nats.start()
      expect((await opening).isConnected()).toBe(true)
    } finally {
      await nodes.close()
      await nats.remove()
    }
  })

  it.each<[string, { user?: string; pass?: string; token?: string }]>([
    ['a user and a password', { user: 'node', pass: 's3cr:t/p@ss' }],
    ['a token', { token: 's3cr:t/p@ss' }],
  ])('knows itself by %s, which no log and no error tells', async (_, credentials) => {
    const nodes = openNodes()
    const nats = await startNats(credentials)
    const { host } = new URL(nats.url)
    try {
      const bus = await nodes.open(nats.url)
      expect((await isHeard(bus)).code).toBe(bodyCode.unavailable)
      if (credentials.token !== undefined)
        expect((await nodes.open(`nats://${host}`, credentials.token)).isConnected()).toBe(true)
      const refusal: unknown = await nodes.open(`nats://node:wr0ng@${host}`).catch((error: unknown) => error)
      expect(isStartupError(refusal)).toBe(true)
      expect(String(refusal)).toContain(`NATS at ${host} does not know our credentials`)
      expect(`${refusal}${JSON.stringify(nodes.lines)}`).not.toMatch(/wr0ng|s3cr/)
    } finally {
      await nodes.close()
      await nats.remove()
    }
  })
})
