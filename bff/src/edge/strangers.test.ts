import { EventEmitter } from 'node:events'
import { manualClock } from '@minefall/shared/testing'
import { describe, expect, test } from 'vitest'
import { strangersOf } from './strangers.ts'
import { accepted, call, edgeForTests } from './testing.ts'

const settled = () => new Promise(setImmediate)

describe('strangers', () => {
  test('begin one at a time and apart, addresses taking turns however much one of them asks', async () => {
    const clock = manualClock()
    const strangers = strangersOf({ settings: { STRANGERS_PER_SECOND: 100 }, clock })
    const begun: string[] = []
    const ask = (address: string, name: string) => {
      const whose = new EventEmitter()
      void strangers.turn(address, whose).then((isTurn) => begun.push(isTurn ? name : `not ${name}`))
      return whose
    }
    ask('a', 'a1')
    const gone = ask('a', 'a2')
    for (const name of ['a3', 'a4', 'a5']) ask('a', name)
    ask('b', 'b1')
    await settled()
    expect(begun).toEqual(['a1'])
    gone.emit('close')
    await clock.advance(9)
    await settled()
    expect(begun.splice(0)).toEqual(['a1', 'not a2'])
    for (const expected of [['b1'], ['b1', 'a3'], ['b1', 'a3', 'a4']]) {
      await clock.advance(10)
      await settled()
      expect(begun).toEqual(expected)
    }
  })

  test('who come back to a seat go before all others, of whom one at a time takes turns with them', async () => {
    const clock = manualClock()
    const strangers = strangersOf({ settings: { STRANGERS_PER_SECOND: 100 }, clock })
    const begun: string[] = []
    const ask = (name: string, isSeated: boolean) =>
      void strangers.turn(name, new EventEmitter(), isSeated).then(() => begun.push(name))
    for (const name of ['a', 'b', 'c']) ask(name, false)
    await settled()
    for (const name of ['d', 'e', 'f']) ask(name, true)
    for (let nth = 0; nth < 6; nth++) {
      await clock.advance(10)
      await settled()
    }
    expect(begun.join('')).toBe('abdefc')
  })

  test('of one address wait in a line that ends', async () => {
    const strangers = strangersOf({ settings: { STRANGERS_PER_SECOND: 1 }, clock: manualClock() })
    const turns = Array.from({ length: 1_026 }, () => strangers.turn('a', new EventEmitter()))
    expect(await turns[0]).toBe(true)
    expect(await turns.at(-1)).toBe(false)
  })

  test('are those whose session no platform has lately accepted', async () => {
    const clock = manualClock()
    const strangers = strangersOf({ settings: { STRANGERS_PER_SECOND: 1 }, clock })
    expect(strangers.knows('token')).toBe(false)
    strangers.meet('token')
    expect(strangers.knows('token')).toBe(true)
    await clock.advance(600_001)
    expect(strangers.knows('token')).toBe(false)
  })
})

describe('behind an edge that lets a stranger in each second', () => {
  const edge = edgeForTests()
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

  test('those who are signed in are answered at once, and strangers one after another, forged tokens or not', async () => {
    const clock = manualClock()
    const { address } = await edge.start({ STRANGERS_PER_SECOND: '1' }, clock)
    // Their session is known from its first call on.
    expect((await call(address, '/api/user/getUserInfo', bearer(accepted))).headers).not.toHaveProperty(
      'x-minefall-session',
    )
    const waiting = ['forged', 'other'].map((token) => call(address, '/api/game/list', bearer(token)))
    for (let nth = 0; nth < 20; nth++)
      expect((await call(address, '/api/user/balance', bearer(accepted))).status).toBe(200)
    const heard = () => edge.heard.filter(({ url }) => url === '/api/game/list').length
    expect(heard()).toBe(0)
    await clock.advance(1_000)
    await expect.poll(heard).toBe(1)
    await clock.advance(1_000)
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200])
  })

  test('what they tell of their use is refused unread beyond its bytes, and players’ is taken', async () => {
    const clock = manualClock()
    const { address } = await edge.start(
      { STRANGERS_PER_SECOND: '1000000', ANALYTICS_BYTES_PER_SECOND: '1024' },
      clock,
    )
    const tell = async (token?: string) => {
      const headers = { 'content-type': 'application/json', ...(token && bearer(token).headers) }
      const body = JSON.stringify('x'.repeat(4_000))
      const path = '/api/analytics/receiveEvents'
      const answer = await call(address, path, { method: 'POST', headers, body })
      return { status: answer.status, ...JSON.parse(answer.body) }
    }
    await call(address, '/api/user/getUserInfo', bearer(accepted))
    edge.heard = []
    const told = [await tell(), await tell('forged'), await tell(), await tell(), await tell('forged')]
    expect(told.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429])
    expect(told[4]).toMatchObject({ code: 1429, data: { seconds: 30 } })
    expect(edge.heard).toHaveLength(3)
    expect((await tell(accepted)).status).toBe(200)
    await clock.advance(4_000)
    expect((await tell()).status).toBe(200)
  })
})
