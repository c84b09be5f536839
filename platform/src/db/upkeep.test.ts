import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from './index.ts'
import { openTestPglite } from './testing-pglite.ts'
import { watchUpkeep } from './upkeep.ts'

describe('the upkeep of the embedded database', () => {
  let db: Database
  beforeAll(async () => {
    db = await openTestPglite()
    await db.query('create table bulk (n int, filler text)')
  })
  afterAll(() => db.close())

  const write = (rows: number, at = db.query) =>
    at(`insert into bulk select n, repeat('x', 1000) from generate_series(1, $1::int) as n`, [rows])

  it('writes a checkpoint for each 8 MB of log, and not before', async () => {
    const upkeep = watchUpkeep(db, 0)
    expect(await upkeep.look(0)).toEqual([])
    await write(3_000, upkeep.counted(db).query)
    expect(await upkeep.look(500)).toEqual([])
    await write(7_000, upkeep.counted(db).query)
    expect(await upkeep.look(1_000)).toEqual(['checkpoint'])
    expect(await upkeep.look(1_500)).toEqual([])
  })

  it('tidies when there was work and then nothing for two seconds', async () => {
    await db.query('truncate bulk')
    const upkeep = watchUpkeep(db, 0)
    await upkeep.look(0)
    await write(3_000, upkeep.counted(db).query)
    expect(await upkeep.look(500)).toEqual([])
    await upkeep.counted(db).transaction((tx) => tx.query('select 1'))
    expect(await upkeep.look(2_400)).toEqual([])
    expect(await upkeep.look(4_399)).toEqual([])
    expect(await upkeep.look(4_400)).toEqual(['tidy'])
    expect(await upkeep.look(60_000)).toEqual([])
    const { rows } = await db.query(`select reltuples::int as rows from pg_class where relname = 'bulk'`)
    expect(rows).toEqual([{ rows: 3_000 }])
  })

  it('tidies in the end where it is never idle', async () => {
    const upkeep = watchUpkeep(db, 0)
    await upkeep.look(0)
    await write(3_000, upkeep.counted(db).query)
    for (let now = 1_000; now < 600_000; now += 1_000) {
      await upkeep.counted(db).query('select 1')
      if (now % 100_000 === 0) expect(await upkeep.look(now)).toEqual([])
    }
    await upkeep.counted(db).query('select 1')
    expect(await upkeep.look(600_000)).toEqual(['tidy'])
  })
})
