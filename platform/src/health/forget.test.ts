import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../db/index.ts'
import { describeDatabase } from '../db/testing.ts'
import { forgetHealth } from './forget.ts'

describeDatabase('the history of connections', (open) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
  })
  afterAll(() => db.close())

  it('keeps a bounded number of the newest events and samples', async () => {
    const now = Date.UTC(2026, 2, 2, 12)
    const at = new Date(now - 1_000)
    await db.query(
      `insert into connection_event (player_id, at, edge, connection_id, kind, code, detail)
       select $1, $2, 'edge', 'c' || n, 'connected', null, '{}' from generate_series(1, 12000) as n`,
      [randomUUID(), at],
    )
    await db.query(
      `insert into connection_sample (player_id, at, edge, connection_id, live_seconds, lagging_seconds,
         resuming_seconds, lost_seconds)
       select $1, $2, 'edge', 'c' || n, 300, 0, 0, 0 from generate_series(1, 900) as n`,
      [randomUUID(), at],
    )
    const keeping = { now, historyMs: 3_600_000, historyRows: 1_000 }
    await forgetHealth(db, keeping, new AbortController().signal)
    const { rows: events } = await db.query('select connection_id from connection_event order by id')
    expect(events).toHaveLength(1_000)
    expect(events.at(-1)).toEqual({ connection_id: 'c12000' })
    const { count: samples } = await db.query('select from connection_sample')
    expect(samples).toBe(900)
  })
})
