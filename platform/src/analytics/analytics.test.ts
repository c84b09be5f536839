import { randomUUID } from 'node:crypto'
import { type AnalyticsEvent, eventsBytesMax } from '@minefall/shared/analytics'
import { bodyCode } from '@minefall/shared/contracts'
import { silentLogger } from '@minefall/shared/node'
import { type ManualClock, manualClock } from '@minefall/shared/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../db/index.ts'
import { describeDatabase } from '../db/testing.ts'
import { type App, edgeKeyHeader, refusal } from '../http/index.ts'
import { edgeKey, openHttp } from '../http/testing.ts'
import { type Analytics, startAnalytics } from './index.ts'
import { someEvent } from './testing.ts'

const day = 86_400_000
const keepDays = 30

describeDatabase('analytics', (open) => {
  let db: Database
  let clock: ManualClock
  let analytics: Analytics
  let app: App
  beforeAll(async () => {
    db = await open()
    clock = manualClock(Date.UTC(2026, 2, 2, 12))
    analytics = startAnalytics({
      db,
      clock,
      log: silentLogger(),
      authenticate: async () => refusal(bodyCode.tokenInvalid),
      bounds: {
        keepMs: keepDays * day,
        totalBytes: 1_000_000_000,
        addressBytesPerHour: 1_000_000_000,
        playerBytesPerHour: 1_000_000_000,
      },
    })
    app = await openHttp([analytics.routes])
  })
  afterAll(async () => {
    await app.close()
    await analytics.close()
  })

  const event = (change: Partial<AnalyticsEvent> = {}) => someEvent({ timestamp: clock.now(), ...change })
  const send = async (body: unknown) => {
    const response = await app.inject({
      method: 'POST',
      url: '/api/analytics/receiveEvents',
      headers: {
        [edgeKeyHeader]: edgeKey,
        'accept-language': 'en-US',
        'content-type': 'application/json',
      },
      payload: JSON.stringify(body),
    })
    return { status: response.statusCode, ...response.json() }
  }
  const tell = (events: readonly AnalyticsEvent[], timestamp = clock.now()) => send({ events, timestamp })
  const rowsOf = async (...events: AnalyticsEvent[]) => {
    const sessions = events.map(({ sessionId }) => sessionId)
    const { rows } = await db.query(
      'select * from analytics_event where session_id = any ($1) order by at, id',
      [sessions],
    )
    return rows
  }

  it('are stored with every documented field', async () => {
    const userId = randomUUID()
    const told = event({ userId, additionalData: { eventId: randomUUID(), place: 'result' } })
    expect(await tell([told])).toMatchObject({ status: 200, code: 200, data: { stored: 1 } })
    expect(await rowsOf(told)).toEqual([
      {
        id: told.additionalData.eventId,
        at: new Date(clock.now()),
        received_at: new Date(clock.now()),
        event_type: 'button_click',
        event_name: 'rematch',
        session_id: told.sessionId,
        device_type: 'desktop',
        current_url: told.currentUrl,
        user_id: userId,
        user_agent: told.userAgent,
        referrer: '',
        game_id: 'mines-duel',
        from_page: 'games',
        additional_data: told.additionalData,
        bytes: expect.any(Number),
      },
    ])
  })

  it('are stored once, however often and by however many at once they are reported', async () => {
    const events = Array.from({ length: 20 }, () => event())
    // Each call brings them in another order.
    const calls = Array.from({ length: 50 }, (_, turn) => [
      ...events.slice(turn % 20),
      ...events.slice(0, turn % 20),
    ])
    const answers = await Promise.all(calls.map((batch) => tell(batch)))
    for (const { code } of answers) expect(code).toBe(200)
    expect(answers.reduce((sum, { data }) => sum + data.stored, 0)).toBe(20)
    expect(await rowsOf(...events)).toHaveLength(20)
  })

  it('without an id are known by all they say', async () => {
    const plain = event({ additionalData: { place: 'header', nth: 2 } })
    const same = { ...plain, additionalData: { nth: 2, place: 'header' } }
    const other = { ...plain, additionalData: { place: 'footer', nth: 2 } }
    expect((await tell([plain, same])).data).toEqual({ stored: 1 })
    // Later, with the same page's clock.
    expect((await tell([same, other], clock.now() + 60_000)).data).toEqual({ stored: 1 })
    expect(await rowsOf(plain)).toHaveLength(2)
  })

  it('happened when they did, whatever the page’s clock says', async () => {
    const pageNow = clock.now() + 3_600_000
    const [past, future] = [event({ timestamp: pageNow - 90_000 }), event({ timestamp: pageNow + 500_000 })]
    await tell([past, future], pageNow)
    expect((await rowsOf(past, future)).map(({ at }) => Number(at))).toEqual([
      clock.now() - 90_000,
      clock.now(),
    ])
  })

  it('are refused together where one of them is wrong, with the field that is, and nothing changes', async () => {
    const [good, bad] = [event(), { ...event(), eventType: 'purchase' }]
    const refused = await send({ events: [good, bad], timestamp: clock.now() })
    expect(refused).toMatchObject({ status: 200, code: 1001, data: { field: 'events.1.eventType' } })
    expect(await rowsOf(good)).toEqual([])
  })

  it.each([
    ['nothing', undefined],
    ['no events', { events: [], timestamp: Date.UTC(2026, 1, 1) }],
    ['events that are none', { events: 'all', timestamp: Date.UTC(2026, 1, 1) }],
    ['no time', { events: [{}] }],
  ])('are refused where a call has %s', async (_name, body) => {
    expect(await send(body)).toMatchObject({ status: 200, code: 1001 })
  })

  it('are refused more than 100 at a time, and more than a call may hold', async () => {
    const many = Array.from({ length: 101 }, () => event())
    expect(await tell(many)).toMatchObject({ status: 200, code: 1001, data: { field: 'events' } })
    expect(await rowsOf(...many)).toEqual([])
    const large = event({ userAgent: 'a'.repeat(eventsBytesMax) })
    expect(await tell([large])).toMatchObject({ status: 413, code: 1001 })
  })

  it('are forgotten when their time is over, and do not come back', async () => {
    const old = event()
    await tell([old])
    await clock.advance((keepDays - 1) * day)
    const young = event()
    await tell([young])
    await clock.advance(day)
    // It is looked for every ten minutes, beside what else is done.
    const left = async () => {
      await clock.advance(600_000)
      return rowsOf(old, young)
    }
    await expect.poll(left).toMatchObject([{ id: young.additionalData.eventId }])
    expect((await tell([old, young])).data).toEqual({ stored: 0 })
    expect(await rowsOf(old)).toEqual([])
  })
})
