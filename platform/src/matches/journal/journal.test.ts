import { type MatchId, matchIdSchema } from '@minefall/shared/game'
import { silentLogger, systemClock } from '@minefall/shared/node'
import { manualClock } from '@minefall/shared/testing'
import { expect, it } from 'vitest'
import type { Sql } from '../../db/index.ts'
import { describeDatabases } from '../../db/testing.ts'
import { matchMetrics } from '../metrics.ts'
import { type Append, type Journal, keepJournal } from './journal.ts'
import type { Appended } from './persist.ts'
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

const options = {
  metrics: matchMetrics(undefined),
  clock: systemClock,
  now: () => 0,
  paceMs: 0,
  log: silentLogger(),
}

const append = (journal: Journal, work: Append) =>
  new Promise<Appended>((resolve, reject) => {
    journal.append(work, (outcome, error) => (outcome === null ? reject(error) : resolve(outcome)))
  })

const insertMatch = (sql: Sql, matchId: MatchId, shard: number) =>
  sql.query(
    `insert into match (id, shard, game_id, asset, stake, seats, rules, server_commit)
     values ($1, $2, 'mines-trial', 'trial', 100, 5, '{}', '')`,
    [matchId, shard],
  )

describeDatabases('the journal', (open) => {
  it('writes what came in the meantime in one statement, and tells each row’s own outcome', async () => {
    const db = await open()
    await db.query(`insert into shard_lease values (1, 'a', 7), (2, 'b', 9)`)
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
    const journal = keepJournal(counted, options)
    const ours = { shard: 1, epoch: 7n, freed: [] }
    const taken = { shard: 2, epoch: 8n, freed: [] }
    expect(await append(journal, { row: row(id(1)), ...ours })).toBe('written')
    const outcomes = await Promise.all([
      append(journal, { row: row(id(1)), ...ours }),
      append(journal, { row: row(id(2)), ...ours }),
      append(journal, { row: row(id(3)), ...taken }),
    ])
    expect(outcomes).toEqual(['conflict', 'written', 'fenced'])
    expect(statements).toBe(2)
    expect(await readRows(db, id(2))).toEqual([row(id(2))])
    expect(await readRows(db, id(3))).toEqual([])
    expect(await append(journal, { row: { ...row(id(2), 2), commandId: 'c1' }, ...ours })).toBe('conflict')
  })

  it('frees the seats of the rows it writes, and of no others', async () => {
    const db = await open()
    await db.query(`insert into shard_lease values (1, 'a', 7), (2, 'b', 9)`)
    const seat = async (number: number, shard: number) => {
      await insertMatch(db, id(number), shard)
      for (const taken of [1, 2, 3]) {
        const { rows } = await db.query(
          `insert into player (id, kind, name, avatar) values (gen_random_uuid(), 'guest', 'G', 'cat') returning id`,
        )
        await db.query('insert into seated values ($1, $2, $3)', [rows[0]?.id, id(number), taken])
      }
    }
    await seat(1, 1)
    await seat(2, 2)
    await seat(3, 1)
    const journal = keepJournal(db.journal, options)
    await append(journal, { row: row(id(3)), shard: 1, epoch: 7n, freed: [] })
    const outcomes = await Promise.all([
      append(journal, { row: row(id(1)), shard: 1, epoch: 7n, freed: [2, 3] }),
      append(journal, { row: row(id(2)), shard: 2, epoch: 8n, freed: [1] }),
      append(journal, { row: row(id(3)), shard: 1, epoch: 7n, freed: [1] }),
    ])
    expect(outcomes).toEqual(['written', 'fenced', 'conflict'])
    const { rows } = await db.query('select match_id, seat from seated order by match_id, seat')
    expect(rows).toEqual([
      { match_id: id(1), seat: 1 },
      ...[2, 3].flatMap((match) => [1, 2, 3].map((left) => ({ match_id: id(match), seat: left }))),
    ])
  })

  it.each([1, 2])(
    'fences the old copy of a match, and frees none of its seats, though row %i of the new copy is in the same flush',
    async (seq) => {
      const db = await open()
      await db.query(`insert into shard_lease values (1, 'a', 7)`)
      await insertMatch(db, id(1), 1)
      const { rows } = await db.query(
        `insert into player (id, kind, name, avatar) values (gen_random_uuid(), 'guest', 'G', 'cat') returning id`,
      )
      await db.query('insert into seated values ($1, $2, 2)', [rows[0]?.id, id(1)])
      const journal = keepJournal(db.journal, options)
      const outcomes = await Promise.all([
        append(journal, { row: row(id(1)), shard: 1, epoch: 6n, freed: [2] }),
        append(journal, { row: row(id(1), seq), shard: 1, epoch: 7n, freed: [] }),
      ])
      expect(outcomes).toEqual(['fenced', 'written'])
      expect((await db.query('select seat from seated')).rows).toEqual([{ seat: 2 }])
    },
  )

  it('lets a row that the database will never take stop no one else’s', async () => {
    const db = await open()
    await db.query(`insert into shard_lease values (1, 'a', 7)`)
    for (const number of [1, 2]) await insertMatch(db, id(number), 1)
    const journal = keepJournal(db.journal, options)
    const ours = { shard: 1, epoch: 7n, freed: [] }
    const ofNoMatch = id(9)
    const outcomes = await Promise.allSettled(
      [id(1), ofNoMatch, id(2)].map((matchId) => append(journal, { row: row(matchId), ...ours })),
    )
    expect(outcomes).toEqual([
      { status: 'fulfilled', value: 'written' },
      { status: 'rejected', reason: expect.objectContaining({ code: '23503' }) },
      { status: 'fulfilled', value: 'written' },
    ])
  })

  it('rejects the rows of a flush that fails, and stays open for the next', async () => {
    const db = await open()
    await db.query(`insert into shard_lease values (1, 'a', 7)`)
    await insertMatch(db, id(1), 1)
    let fails = true
    const sql: Sql = {
      query: async (text, values) => {
        if (fails) throw new Error('away')
        return db.journal.query(text, values)
      },
    }
    const journal = keepJournal(sql, options)
    const work = { row: row(id(1)), shard: 1, epoch: 7n, freed: [] }
    await expect(append(journal, work)).rejects.toThrow('away')
    fails = false
    expect(await append(journal, work)).toBe('written')
  })

  it('sends what came in the meantime before it tells the outcomes of the last flush', async () => {
    const db = await open()
    await db.query(`insert into shard_lease values (1, 'a', 7)`)
    for (const number of [1, 2]) await insertMatch(db, id(number), 1)
    const order: string[] = []
    const work = { shard: 1, epoch: 7n, freed: [] }
    const sql: Sql = {
      query: (text, values) => {
        if (order.push('sent') === 1) appendSecond()
        return db.journal.query(text, values)
      },
    }
    const journal = keepJournal(sql, options)
    const appendSecond = () =>
      journal.append({ row: row(id(2)), ...work }, (outcome) => order.push(`second ${outcome}`))
    journal.append({ row: row(id(1)), ...work }, (outcome) => order.push(`first ${outcome}`))
    await journal.idle()
    order.push('idle')
    expect(order).toEqual(['sent', 'sent', 'first written', 'second written', 'idle'])
  })

  it('lets a flush leave at once after a pause, and the next one no sooner than its pace', async () => {
    const db = await open()
    await db.query(`insert into shard_lease values (1, 'a', 7)`)
    for (const number of [1, 2, 3, 4]) await insertMatch(db, id(number), 1)
    let statements = 0
    const sql: Sql = {
      query: (text, values) => {
        statements += 1
        return db.journal.query(text, values)
      },
    }
    const clock = manualClock(0)
    const journal = keepJournal(sql, { ...options, clock, now: clock.now, paceMs: 3 })
    const write = (number: number) =>
      append(journal, { row: row(id(number)), shard: 1, epoch: 7n, freed: [] })
    expect(await write(1)).toBe('written')
    const soon = [write(2), write(3)]
    await clock.advance(2)
    await db.query('select 1')
    expect(statements).toBe(1)
    await clock.advance(1)
    expect(await Promise.all(soon)).toEqual(['written', 'written'])
    expect(statements).toBe(2)
    await clock.advance(3)
    expect(await write(4)).toBe('written')
  })

  it('tells all outcomes of a flush though what takes one throws', async () => {
    const db = await open()
    await db.query(`insert into shard_lease values (1, 'a', 7)`)
    for (const number of [1, 2]) await insertMatch(db, id(number), 1)
    const failures: object[] = []
    const log = { error: (fields: object) => void failures.push(fields) }
    const journal = keepJournal(db.journal, { ...options, log })
    const work = { shard: 1, epoch: 7n, freed: [] }
    journal.append({ row: row(id(1)), ...work }, () => {
      throw new Error('thrown')
    })
    expect(await append(journal, { row: row(id(2)), ...work })).toBe('written')
    expect(failures).toMatchObject([{ matchId: id(1), err: { message: 'thrown' } }])
  })
})
