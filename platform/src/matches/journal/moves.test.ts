import { type MatchId, matchIdSchema } from '@minefall/shared/game'
import { describe, expect, it } from 'vitest'
import type { Sql } from '../../db/index.ts'
import { describeDatabases } from '../../db/testing.ts'
import { matchMetrics } from '../metrics.ts'
import { moveLane } from './moves.ts'
import { type JournalRow, readRows } from './rows.ts'

const id = (number: number): MatchId => matchIdSchema.parse(number.toString(16).padStart(32, '0'))
const row = (matchId: MatchId, seq = 1): JournalRow => ({
  matchId,
  seq,
  seat: 2,
  commandId: `c${seq}`,
  requestHash: 'ab'.repeat(32),
  events: [{ type: 'SeatOut', v: 1, at: 5, seat: 2, reason: 'left', place: 3 }],
  at: 1_700_000_000_123,
})

const insertMatch = (sql: Sql, matchId: MatchId, shard: number) =>
  sql.query(
    `insert into match (id, shard, game_id, asset, stake, seats, rules, server_commit)
     values ($1, $2, 'mines-trial', 'trial', 100, 5, '{}', '')`,
    [matchId, shard],
  )

describeDatabases('the move lane', (open) => {
  it('writes what came meanwhile in one statement, and tells each row’s own outcome', async () => {
    const db = await open()
    await db.query(`insert into shard_lease values (1, 'a', 7, now()), (2, 'b', 9, now())`)
    for (const [number, shard] of [
      [1, 1],
      [2, 1],
      [3, 2],
    ] as const)
      await insertMatch(db, id(number), shard)
    let statements = 0
    const counted: Sql = {
      query: (text, values) => {
        statements += 1
        return db.journal.query(text, values)
      },
    }
    const lane = moveLane(counted, { metrics: matchMetrics(undefined), now: () => 0 })
    const ours = { shard: 1, epoch: 7n }
    const taken = { shard: 2, epoch: 8n }
    expect(await lane.append(row(id(1)), ours)).toBe('written')
    const outcomes = await Promise.all([
      lane.append(row(id(1)), ours),
      lane.append(row(id(2)), ours),
      lane.append(row(id(3)), taken),
    ])
    expect(outcomes).toEqual(['conflict', 'written', 'fenced'])
    expect(statements).toBe(2)
    expect(await readRows(db, id(2))).toEqual([row(id(2))])
    expect(await readRows(db, id(3))).toEqual([])
    expect(await lane.append({ ...row(id(2), 2), commandId: 'c1' }, ours)).toBe('conflict')
  })

  it('lets a row that the database will never take stop nobody else’s', async () => {
    const db = await open()
    await db.query(`insert into shard_lease values (1, 'a', 7, now())`)
    for (const number of [1, 2]) await insertMatch(db, id(number), 1)
    const lane = moveLane(db.journal, { metrics: matchMetrics(undefined), now: () => 0 })
    const ours = { shard: 1, epoch: 7n }
    const ofNoMatch = id(9)
    const outcomes = await Promise.allSettled(
      [id(1), ofNoMatch, id(2)].map((matchId) => lane.append(row(matchId), ours)),
    )
    expect(outcomes).toEqual([
      { status: 'fulfilled', value: 'written' },
      { status: 'rejected', reason: expect.objectContaining({ code: '23503' }) },
      { status: 'fulfilled', value: 'written' },
    ])
  })
})

describe('a flush that fails', () => {
  it('rejects its own rows and leaves the lane open for the next', async () => {
    let fails = true
    const sql: Sql = {
      query: async () => {
        if (fails) throw new Error('away')
        return { rows: [], count: 0 }
      },
    }
    const lane = moveLane(sql, { metrics: matchMetrics(undefined), now: () => 0 })
    await expect(lane.append(row(id(1)), { shard: 1, epoch: 1n })).rejects.toThrow('away')
    fails = false
    expect(await lane.append(row(id(1)), { shard: 1, epoch: 1n })).toBe('conflict')
  })
})
