import { randomUUID } from 'node:crypto'
import { type AnalyticsEvent, anonymousBytesMax } from '@minefall/shared/analytics'
import { bodyCode } from '@minefall/shared/contracts'
import { silentLogger } from '@minefall/shared/node'
import { type ManualClock, manualClock } from '@minefall/shared/testing'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import type { Database } from '../db/index.ts'
import { describeDatabase } from '../db/testing.ts'
import { type App, edgeKeyHeader, refusal } from '../http/index.ts'
import { edgeKey, openHttp } from '../http/testing.ts'
import { type Analytics, type AnalyticsBounds, startAnalytics } from './index.ts'
import { someEvent } from './testing.ts'

const hour = 3_600_000
const player = randomUUID()

describeDatabase('the intake of analytics', (open) => {
  let db: Database
  let clock: ManualClock
  let analytics: Analytics
  let app: App
  const start = async (bounds: Partial<AnalyticsBounds> = {}, on: Database = db) => {
    analytics = startAnalytics({
      db: on,
      clock,
      log: silentLogger(),
      authenticate: async (token) =>
        token === 'mine' ? { playerId: player, sessionId: 'a session' } : refusal(bodyCode.tokenInvalid),
      bounds: {
        keepMs: 24 * hour,
        totalBytes: 100_000_000,
        addressBytesPerHour: 100_000,
        playerBytesPerHour: 200_000,
        ...bounds,
      },
    })
    app = await openHttp([analytics.routes])
  }
  beforeAll(async () => {
    db = await open()
  })
  beforeEach(async () => {
    await db.query('delete from analytics_event')
    await db.query('delete from spent_bytes')
    clock = manualClock(Date.UTC(2026, 2, 2, 12))
  })
  afterEach(async () => {
    await app.close()
    await analytics.close()
  })

  const event = (change: Partial<AnalyticsEvent> = {}) => someEvent({ timestamp: clock.now(), ...change })
  /** A hundred events as large as pages make them at most: some 250,000 bytes. */
  const large = () =>
    Array.from({ length: 100 }, () =>
      event({
        currentUrl: `https://play.example/${'a'.repeat(950)}`,
        referrer: `https://${'b'.repeat(950)}`,
      }),
    )
  type From = { address?: string; token?: string }
  const tell = async (events: readonly AnalyticsEvent[], { address = '203.0.113.1', token }: From = {}) => {
    const response = await app.inject({
      method: 'POST',
      url: '/api/analytics/receiveEvents',
      headers: {
        [edgeKeyHeader]: edgeKey,
        'content-type': 'application/json',
        'x-forwarded-for': address,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      payload: JSON.stringify({ events, timestamp: clock.now() }),
    })
    return { status: response.statusCode, ...response.json() }
  }
  /** How many calls of ten kilobytes are taken of the addresses, one after another. */
  const takenOf = async (addresses: readonly string[]): Promise<number> => {
    let taken = 0
    for (const address of addresses)
      if (
        (
          await tell(
            Array.from({ length: 25 }, () => event()),
            { address },
          )
        ).code === 200
      )
        taken++
    return taken
  }
  const kept = async (): Promise<number> => {
    const { rows } = await db.query('select count(*)::int as events from analytics_event')
    return Number(rows[0]?.events)
  }
  const total = async (): Promise<number> => {
    const { rows } = await db.query(
      `select t.bytes::float8 as bytes, (select coalesce(sum(e.bytes), 0) from analytics_event e)::float8 as sum
       from analytics_total t`,
    )
    expect(rows[0]?.bytes).toBe(rows[0]?.sum)
    return Number(rows[0]?.bytes)
  }

  it('is limited in bytes per hour and address across restarts, and says how long to wait', async () => {
    await start()
    const before = await takenOf(Array.from({ length: 8 }, () => '203.0.113.1'))
    expect(before).toBe(8)
    await app.close()
    await analytics.close()
    await clock.advance(20 * 60_000)
    await start()
    expect(await takenOf(Array.from({ length: 8 }, () => '203.0.113.1'))).toBeLessThan(4)
    expect(await tell([event(), ...large().slice(0, 20)])).toMatchObject({
      code: 1429,
      data: { seconds: 40 * 60 },
    })
    // Nothing of it is another's.
    expect(await takenOf(['203.0.113.2'])).toBe(1)
    await clock.advance(40 * 60_000)
    expect(await takenOf(['203.0.113.1'])).toBe(1)
  })

  it('is limited for the /56 and the /48 of an IPv6 address', async () => {
    await start({ addressBytesPerHour: 20_000 })
    const of56 = Array.from({ length: 30 }, (_, n) => `2001:db8:1:12${(n + 16).toString(16)}::1`)
    const taken56 = await takenOf(of56)
    expect(taken56).toBeGreaterThan(4)
    expect(taken56).toBeLessThan(12)
    const of48 = Array.from({ length: 60 }, (_, n) => `2001:db8:1:${(n + 16).toString(16)}00::1`)
    const taken48 = taken56 + (await takenOf(of48))
    expect(taken48).toBeGreaterThan(20)
    expect(taken48).toBeLessThan(40)
  })

  it('takes only small calls from callers who are not signed in', async () => {
    await start({ addressBytesPerHour: 10_000_000, playerBytesPerHour: 10_000_000 })
    const events = large()
    expect(JSON.stringify({ events }).length).toBeGreaterThan(anonymousBytesMax)
    expect(await tell(events)).toMatchObject({ status: 413, code: 1001 })
    expect(await tell(events, { token: 'forged' })).toMatchObject({ status: 413, code: 1001 })
    expect(await tell(events, { token: 'mine' })).toMatchObject({ status: 200, data: { stored: 100 } })
  })

  it('has a budget for each signed-in player, which others at the same address can’t use up', async () => {
    await start()
    await takenOf(Array.from({ length: 12 }, () => '203.0.113.1'))
    expect((await tell(large().slice(0, 20))).code).toBe(1429)
    expect((await tell(large().slice(0, 20), { token: 'mine' })).code).toBe(200)
    expect((await tell(large().slice(0, 60), { token: 'mine' })).code).toBe(200)
    expect((await tell(large().slice(0, 20), { token: 'mine', address: '203.0.113.9' })).code).toBe(1429)
  })

  it('stores a call in short statements, between which moves come', async () => {
    const sizes: number[] = []
    const watched: Database = {
      ...db,
      query: (text, values) => {
        if (text.startsWith('insert into analytics_event'))
          sizes.push(z.array(z.string()).parse(values?.[1]).length)
        return db.query(text, values)
      },
    }
    await start({}, watched)
    const events = Array.from({ length: 20 }, () => event())
    expect((await tell(events)).data).toEqual({ stored: 20 })
    expect((await tell(events)).data).toEqual({ stored: 0 })
    expect(sizes).toEqual([8, 8, 4, 8, 8, 4])
  })

  it('drops the oldest events when the total is too large', async () => {
    await start({ totalBytes: 400_000, addressBytesPerHour: 100_000_000 })
    const old = event({ timestamp: clock.now() - hour })
    await tell([old])
    for (let nth = 0; nth < 20; nth++) {
      await clock.advance(1)
      await tell(large().slice(0, 20))
      await expect.poll(total).toBeLessThan(400_000 * 1.15)
    }
    const newest = event()
    await clock.advance(1)
    // While the oldest are being dropped none are taken.
    await expect.poll(async () => (await tell([newest])).code).toBe(200)
    await clock.advance(600_000)
    await expect.poll(total).toBeLessThanOrEqual(400_000)
    expect(await kept()).toBeGreaterThan(0)
    const { rows } = await db.query('select id from analytics_event where id = any ($1)', [
      [old, newest].map(({ additionalData }) => additionalData.eventId),
    ])
    expect(rows).toEqual([{ id: newest.additionalData.eventId }])
  })

  it('refuses calls while dropping the oldest is too far behind', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const slow: Database = {
      ...db,
      query: async (text, values) => {
        if (text.startsWith('delete from analytics_event')) await held
        return db.query(text, values)
      },
    }
    await start({ totalBytes: 100_000, addressBytesPerHour: 100_000_000 }, slow)
    const tellOne = async () => (await tell(large().slice(0, 20))).code
    try {
      expect([await tellOne(), await tellOne(), await tellOne(), await tellOne()]).toEqual([
        200, 200, 200, 1429,
      ])
      expect(await total()).toBeLessThan(200_000)
    } finally {
      release()
    }
    await expect.poll(tellOne).toBe(200)
  })
})
