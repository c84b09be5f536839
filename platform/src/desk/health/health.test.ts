import { randomUUID } from 'node:crypto'
import {
  type ConnectionEvent,
  type ConnectionMinute,
  type ConnectionSample,
  type DeskHealth,
  deskConnectionHistorySchema,
  deskHealthSchema,
  deskTotalsSchema,
  type HealthBatch,
  healthBatchMost,
} from '@minefall/shared/contracts/desk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hour, minute } from '../../accounts/testing.ts'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { type OpenDesk, openDesk } from '../testing.ts'

const fiveMinutes = 5 * minute
const connectionId = '0123456789abcdef'

describeDatabase('the health of connections', (open) => {
  let db: Database
  let desk: OpenDesk
  let support: { id: string; token: string; name: string }
  beforeAll(async () => {
    db = await open()
    desk = await openDesk(db)
    support = await desk.staff('support')
  })
  afterAll(() => desk.close())

  const newPlayer = async (): Promise<string> => {
    const id = randomUUID()
    await db.query(`insert into player (id, kind, name, avatar) values ($1, 'guest', 'Guest', 'fox')`, [id])
    return id
  }
  const event = (change: Partial<ConnectionEvent> = {}): ConnectionEvent => ({
    playerId: randomUUID(),
    connectionId,
    at: desk.clock.now(),
    kind: 'connected',
    code: null,
    detail: { device: 'Android, Chrome', locale: 'en-US' },
    ...change,
  })
  const sample = (change: Partial<ConnectionSample> = {}): ConnectionSample => ({
    playerId: randomUUID(),
    connectionId,
    at: Math.floor(desk.clock.now() / fiveMinutes) * fiveMinutes,
    roundTripMs: 40.5,
    worstMs: 180,
    jitterMs: null,
    seconds: { live: 280, lagging: 15.5, resuming: 0, lost: 4.5 },
    ...change,
  })
  const thisMinute = () => Math.floor(desk.clock.now() / minute) * minute
  const total = (change: Partial<ConnectionMinute> = {}): ConnectionMinute => ({
    at: thisMinute(),
    live: 10,
    lagging: 2,
    resuming: 1,
    lost: 3,
    inMatch: 7,
    p50: 40,
    p95: 200,
    reconnects: 1,
    closes: { network: 2 },
    ...change,
  })
  const batch = (change: Partial<HealthBatch> = {}): HealthBatch => ({
    edge: 'edge-1',
    batchId: randomUUID(),
    at: desk.clock.now(),
    events: [],
    samples: [],
    totals: [],
    ...change,
  })
  const record = (told: HealthBatch) => desk.bus.request('health.record', told, { timeoutMs: 20_000 })
  const history = async (playerId: string) => {
    const { data, ...rest } = await desk.get(`players/${playerId}/connections`, support)
    expect(rest).toMatchObject({ status: 200, code: 200 })
    return deskConnectionHistorySchema.parse(data)
  }
  const totals = async (range: string) => {
    const { data, ...rest } = await desk.get(`connections/totals?range=${range}`, support)
    expect(rest).toMatchObject({ status: 200, code: 200 })
    return deskTotalsSchema.parse(data)
  }
  const health = async (): Promise<DeskHealth> =>
    deskHealthSchema.parse((await desk.get('health', support)).data)
  const told = { code: 200, data: null }

  it('is reported once for each batch, however often and by however many at once it is sent', async () => {
    const playerId = await newPlayer()
    const events = [event({ playerId }), event({ playerId, kind: 'closed', code: 'network', detail: {} })]
    const sent = batch({ events, samples: [sample({ playerId })], totals: [total()] })
    const answers = await Promise.all(Array.from({ length: 20 }, () => record(sent)))
    for (const answer of [...answers, await record(sent)]) expect(answer).toMatchObject(told)
    const now = desk.clock.now()
    const without = ({ playerId: _, ...rest }: ConnectionEvent | ConnectionSample) => ({
      ...rest,
      edge: 'edge-1',
    })
    expect(await history(playerId)).toEqual({
      from: now - 24 * hour,
      to: now,
      events: events.map(without),
      samples: sent.samples.map(without),
      isCut: false,
    })
    const [point] = (await totals('1h')).points
    expect(point).toEqual(total())
    const { count } = await db.query('select from connection_batch where id = $1', [sent.batchId])
    expect(count).toBe(1)
  })

  it('of no one we know is left out, and takes nothing of the others with it', async () => {
    const playerId = await newPlayer()
    const strangers = [randomUUID(), 'someone', `' or true --`]
    const events = [...strangers, playerId].map((id) => event({ playerId: id }))
    const samples = [...strangers, playerId].map((id) => sample({ playerId: id }))
    expect(await record(batch({ events, samples }))).toMatchObject(told)
    const kept = await history(playerId)
    expect([kept.events.length, kept.samples.length]).toEqual([1, 1])
    const { count } = await db.query('select from connection_event where player_id = $1', [strangers[0]])
    expect(count).toBe(0)
    expect(await desk.get(`players/${strangers[0]}/connections`, support)).toMatchObject({ code: 1404 })
  })

  it('is not told of a time to come, and not of one that is forgotten', async () => {
    const playerId = await newPlayer()
    const now = desk.clock.now()
    const times = [now - 24 * hour, now - 24 * hour + 1, now + hour]
    const events = times.map((at) => event({ playerId, at }))
    const totalsOf = [thisMinute() - 7 * 24 * hour - minute, thisMinute() + minute].map((at) => total({ at }))
    expect(await record(batch({ edge: 'edge-ahead', events, totals: totalsOf }))).toMatchObject(told)
    expect((await history(playerId)).events.map(({ at }) => at)).toEqual([now - 24 * hour + 1, now])
    const { count } = await db.query(`select from connection_total where edge = 'edge-ahead'`)
    expect(count).toBe(0)
  })

  it('is refused as a whole where more is reported than a batch may hold, or what is none', async () => {
    const playerId = await newPlayer()
    const good = event({ playerId })
    const wrong: Partial<HealthBatch>[] = [
      { events: Array.from({ length: healthBatchMost.events + 1 }, () => good) },
      { events: [good], samples: [sample({ playerId, at: 1 })] },
      { events: [good], totals: [total(), total()] },
      { events: [good], samples: [sample({ playerId, roundTripMs: -1 })] },
    ]
    for (const part of wrong) expect(await record(batch(part))).toMatchObject({ code: 1001 })
    expect((await history(playerId)).events).toEqual([])
  })

  it('is answered up to a most, the newest', async () => {
    const playerId = await newPlayer()
    await db.query(
      `insert into connection_event (player_id, at, edge, connection_id, kind, detail)
       select $1, $2::timestamptz - n * interval '1 second', 'edge-1', $3, 'recovered', '{}'
       from generate_series(0, 1000) as n`,
      [playerId, new Date(desk.clock.now()), connectionId],
    )
    const { events, isCut } = await history(playerId)
    expect([events.length, isCut, events.at(-1)?.at]).toEqual([1_000, true, desk.clock.now()])
    expect(events[0]?.at).toBe(desk.clock.now() - 999_000)
  })

  it('adds up over a minute, over BFFs and over the points of a chart', async () => {
    // The first minute of a quarter of an hour, an hour after all that was reported before.
    const quarter = 15 * minute
    await desk.clock.advance(2 * hour + quarter - (desk.clock.now() % quarter))
    support = { ...support, ...(await desk.staff('support')) }
    await desk.clock.advance(quarter - (desk.clock.now() % quarter))
    const first = thisMinute()
    const one = { live: 8, lagging: 0, resuming: 0, lost: 0, inMatch: 4, p50: 30, p95: 90, reconnects: 1 }
    await record(batch({ totals: [total({ ...one, closes: { network: 1, slow: 1 } })] }))
    // Again of the same minute: how many there are is reported again, what happened adds up.
    await record(batch({ totals: [total({ ...one, live: 6, closes: { network: 2 } })] }))
    const two = { live: 2, lagging: 0, resuming: 0, lost: 2, inMatch: 0, p50: 70, p95: 400, reconnects: 0 }
    await record(batch({ edge: 'edge-2', totals: [total({ ...two, closes: {} })] }))
    await desk.clock.advance(minute)
    const none = { live: 0, lagging: 0, resuming: 0, lost: 0, inMatch: 0, p50: null, p95: null }
    await record(batch({ totals: [total({ ...none, reconnects: 0, closes: { timeout: 1 } })] }))

    const both = { live: 8, lagging: 0, resuming: 0, lost: 2, inMatch: 4, p50: 40, p95: 400, reconnects: 2 }
    const minutes = await totals('1h')
    expect(minutes).toMatchObject({ to: desk.clock.now(), from: desk.clock.now() - hour, pointMs: minute })
    expect(minutes.points).toEqual([
      { at: first, ...both, closes: { network: 3, slow: 1 } },
      { at: first + minute, ...none, reconnects: 0, closes: { timeout: 1 } },
    ])
    const day = await totals('24h')
    expect([day.pointMs, day.points.at(-1)]).toEqual([
      quarter,
      { at: first, ...both, live: 4, lost: 1, inMatch: 2, closes: { network: 3, slow: 1, timeout: 1 } },
    ])
    expect(await desk.get('connections/totals?range=2h', support)).toMatchObject({ code: 1001 })
  })

  it('is forgotten when its time is over', async () => {
    const playerId = await newPlayer()
    const events = [event({ playerId, at: desk.clock.now() - 23 * hour }), event({ playerId })]
    const sent = batch({ edge: 'edge-old', events, samples: [sample({ playerId })], totals: [total()] })
    await record(sent)
    const rows = async () => {
      // It is looked for every ten minutes, beside what else is done.
      await desk.clock.advance(10 * minute)
      const { rows } = await db.query(
        `select (select count(*) from connection_event where player_id = $1) as events,
           (select count(*) from connection_sample where player_id = $1) as samples,
           (select count(*) from connection_total where edge = 'edge-old') as totals,
           (select count(*) from connection_batch where id = $2) as batches`,
        [playerId, sent.batchId],
      )
      return Object.values(rows[0] ?? {}).map(Number)
    }
    await desk.clock.advance(hour)
    await expect.poll(rows).toEqual([1, 1, 1, 1])
    await desk.clock.advance(24 * hour)
    await expect.poll(rows).toEqual([0, 0, 1, 0])
    await desk.clock.advance(6 * 24 * hour)
    await expect.poll(rows).toEqual([0, 0, 0, 0])
    support = { ...support, ...(await desk.staff('support')) }
  })

  it('shows what was measured of the program, and nothing that was not', async () => {
    await desk.clock.advance(hour)
    support = { ...support, ...(await desk.staff('support')) }
    const now = desk.clock.now()
    await db.query('delete from platform_total where minute < $1', [new Date(now - hour)])
    await db.query(
      `insert into shard_lease (shard, node, epoch) values (3, 'platform-1', 1), (4, 'platform-2', 7)`,
    )
    const match = (n: number) => n.toString(16).padStart(32, '0')
    const over = async (n: number, phase: string, ago: number | null, begun = true) =>
      db.query(
        `insert into match (id, shard, game_id, asset, stake, seats, rules, server_commit, phase, ended_at, started_at)
         values ($1, 3, 'mines-duel', 'coin', 10, 2, '{}', '', $2, $3, $4)`,
        [
          match(n),
          phase,
          ago === null ? null : new Date(now - ago),
          begun ? new Date(now - 10 * hour) : null,
        ],
      )
    await over(1, 'settled', minute)
    await over(2, 'settled', 2 * hour)
    await over(3, 'voided', 2 * minute)
    // No one came, so that it had not begun; and one that is played.
    await over(4, 'voided', minute, false)
    await over(5, 'playing', null)
    desk.bus.publish('edge.beat', 'edge-new', { edge: 'edge-new', at: 1 })
    await record(batch({ edge: 'edge-told', totals: [total()] }))
    await desk.signInPlayer('health@home.example')
    // Each platform writes what it counted every ten seconds.
    await expect
      .poll(async () => {
        await desk.clock.advance(10_000)
        return (await health()).hour.codes
      })
      .toEqual({ sent: 1, failed: 0 })
    const state = { reads: 1, writes: 1, draining: false, storage: true }
    desk.bus.publish('node.beat', 'platform-1', { node: 'platform-1', at: 1, ...state, shards: [[3, 1]] })
    await desk.clock.advance(0)
    const figures = await health()
    expect(figures).toMatchObject({
      at: desk.clock.now(),
      ledger: { everyMs: hour, checkedAt: null, findings: null, failures: 0 },
      quarantined: 0,
      shards: [
        { shard: 3, node: 'platform-1', held: true, matches: 1 },
        { shard: 4, node: 'platform-2', held: false, matches: 0 },
      ],
      hour: { matches: { ended: 2, voided: 1 }, answers: { given: 0, failed: 0 } },
      day: { matches: { ended: 3, voided: 1 } },
    })
    expect(figures.bffs).toEqual([
      { edge: 'edge-new', lastSeenAt: now, recordedAt: null, connections: null },
      { edge: 'edge-told', lastSeenAt: null, recordedAt: now, connections: 13 },
    ])
    const [platform] = figures.platforms
    expect(platform).toMatchObject({ node: 'platform-1', loopMs: 3, journal: { flushes: 0, p95Ms: null } })
    expect(platform?.lastSeenAt).toBeGreaterThan(now)
    expect(figures.since).toBeGreaterThan(now - 2 * hour)
  })

  it('names the last reconciliation, and those that failed since', async () => {
    const now = desk.clock.now()
    const row = (ago: number, checkedAgo: number | null, findings: number | null, failed: number) =>
      db.query(
        `insert into platform_total (minute, node, started_at, told_at, answers, answers_failed, codes_sent, codes_failed,
           quarantined, flushes, ledger_checked_at, ledger_findings, ledger_failed)
         values ($1, 'platform-9', $2, $1, 10, 1, 0, 2, 1, 0, $3, $4, $5)`,
        [
          new Date(now - ago),
          new Date(now - 9 * hour),
          checkedAgo === null ? null : new Date(now - checkedAgo),
          findings,
          failed,
        ],
      )
    await row(5 * hour, null, null, 4)
    await row(3 * hour, 3 * hour, 0, 0)
    await row(2 * hour, 2 * hour, 2, 1)
    await row(30 * minute, 2 * hour, 2, 1)
    const { ledger, hour: last, day } = await health()
    expect(ledger).toEqual({ everyMs: hour, checkedAt: now - 2 * hour, findings: 2, failures: 1 })
    expect(last).toMatchObject({ answers: { given: 10, failed: 1 } })
    expect(day).toMatchObject({ answers: { given: 40, failed: 4 } })
  })

  describe('ending a connection', () => {
    const kicks: unknown[] = []
    /** What the audit log has of the player when a BFF is notified. */
    let known: ReturnType<typeof audited> | undefined
    beforeAll(() =>
      desk.bus.subscribe('edge.kick', null, (kick, edge) => {
        kicks.push({ edge, ...kick })
        known = audited(kick.playerId)
      }),
    )
    const beat = () => desk.bus.publish('edge.beat', 'edge-1', { edge: 'edge-1', at: 1 })
    const end = (playerId: string, edge = 'edge-1') =>
      desk.post(`connections/${edge}/${connectionId}/disconnect`, support, {
        playerId,
        reason: 'Abuse in chat',
      })
    const audited = async (playerId: string) =>
      (await db.query('select * from desk_audit where subject_id = $1', [playerId])).rows

    it('is in the audit log before its BFF is notified', async () => {
      const playerId = await newPlayer()
      beat()
      expect(await end(playerId)).toMatchObject({ code: 200, data: null })
      const kick = { id: connectionId, playerId, reason: 'Abuse in chat' }
      await expect.poll(() => kicks).toEqual([{ edge: 'edge-1', ...kick }])
      expect(await known).toMatchObject([
        {
          action: 'connection.disconnect',
          staff_id: support.id,
          subject_type: 'account',
          reason: 'Abuse in chat',
          after: { edge: 'edge-1', connectionId },
        },
      ])
    })

    it('is refused where its BFF is not heard of, or the player is no one', async () => {
      const playerId = await newPlayer()
      beat()
      for (const answer of [await end(playerId, 'edge-none'), await end(randomUUID())])
        expect(answer).toMatchObject({ code: 1404 })
      await desk.clock.advance(15_000)
      expect(await end(playerId)).toMatchObject({ code: 1404 })
      expect([await audited(playerId), kicks.length]).toEqual([[], 1])
    })

    it('is refused once it has ended, unless it may be back', async () => {
      const playerId = await newPlayer()
      beat()
      await record(
        batch({ events: [event({ playerId }), event({ playerId, kind: 'closed', code: 'network' })] }),
      )
      expect(await end(playerId)).toMatchObject({ code: 200 })
      await desk.clock.advance(15_000)
      beat()
      expect(await end(playerId)).toMatchObject({ code: 1409 })
      await record(batch({ events: [event({ playerId })] }))
      expect(await end(playerId)).toMatchObject({ code: 200 })
      expect(await audited(playerId)).toHaveLength(2)
    })
  })
})
