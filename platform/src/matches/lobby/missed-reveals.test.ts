import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { callAll, type Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { playerOf } from './players.ts'

const start = 1_700_000_000_000
const dayMs = 86_400_000
const pauseMs = 600_000

const newPlayer = async (db: Database): Promise<string> => {
  const id = randomUUID()
  await db.query(`insert into player (id, kind, name, avatar) values ($1, 'guest', 'Guest', 'cat-1')`, [id])
  return id
}

const miss = (db: Database, playerId: string, at: number) =>
  callAll(db, [{ name: 'miss_reveal', values: [playerId, new Date(at), 3, dayMs, pauseMs] }])
const pausedUntil = async (db: Database, playerId: string, at: number) =>
  (await playerOf(db, playerId, at))?.pausedUntil

describeDatabase('missed reveals', (open) => {
  it('pause whoever misses three within a day, each time anew; those of the day before don’t count', async () => {
    const db = await open()
    const guest = await newPlayer(db)
    for (const at of [0, dayMs - 1, dayMs]) await miss(db, guest, start + at)
    expect(await pausedUntil(db, guest, start + dayMs)).toBeNull()
    const third = start + dayMs + 1
    await miss(db, guest, third)
    expect(await pausedUntil(db, guest, third)).toBe(third + pauseMs)
    expect(await pausedUntil(db, guest, third + pauseMs)).toBeNull()
    // What led to a pause is done with.
    for (const later of [1, 2]) await miss(db, guest, third + pauseMs + later)
    expect(await pausedUntil(db, guest, third + pauseMs + 2)).toBeNull()
    await miss(db, guest, third + pauseMs + 3)
    expect(await pausedUntil(db, guest, third + pauseMs + 3)).toBe(third + 2 * pauseMs + 3)
  })

  it('are forgotten when they count no more', async () => {
    const db = await open()
    const guests = [await newPlayer(db), await newPlayer(db), await newPlayer(db)]
    const [first, second, third] = guests
    if (!first || !second || !third) throw new Error('nobody plays')
    await miss(db, first, start)
    await miss(db, second, start + 1)
    await miss(db, third, start + dayMs)
    const { rows } = await db.query('select player_id from missed_reveal order by last_at')
    expect(rows).toEqual([{ player_id: second }, { player_id: third }])
  })

  it('of the same people at the same moment wait for each other', async () => {
    const db = await open()
    const guests = [await newPlayer(db), await newPlayer(db)].sort()
    const calls = (at: number) =>
      guests.map((id) => ({ name: 'miss_reveal', values: [id, new Date(start + at), 6, dayMs, pauseMs] }))
    await Promise.all([1, 2, 3, 4, 5, 6].map((at) => callAll(db, calls(at))))
    for (const guest of guests) expect(await pausedUntil(db, guest, start)).toBeGreaterThan(start)
  })
})
