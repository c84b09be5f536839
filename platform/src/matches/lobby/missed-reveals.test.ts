import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { callAll, type Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { playerOf } from './players.ts'

const start = 1_700_000_000_000
const dayMs = 86_400_000
const forgottenMs = 3 * dayMs
const pauseMs = 600_000

const newPlayer = async (db: Database): Promise<string> => {
  const id = randomUUID()
  await db.query(`insert into player (id, kind, name, avatar) values ($1, 'guest', 'Guest', 'cat-1')`, [id])
  return id
}

const matchId = 'ab'.repeat(16)
const deviceHash = Uint8Array.from(Array.from({ length: 32 }, (_, index) => index))

const miss = (db: Database, playerId: string, at: number) =>
  callAll(db, [
    {
      name: 'count_missed_reveal',
      values: [playerId, new Date(at), 3, forgottenMs, pauseMs, dayMs],
    },
  ])
/** For how long a player is paused from this moment on, in minutes. */
const pausedFor = async (db: Database, playerId: string, at: number, device: Uint8Array | null = null) => {
  const known = await playerOf(db, { playerId, deviceHash: device, now: at })
  return known?.pausedUntil ? (known.pausedUntil - at) / 60_000 : 0
}

describeDatabase('missed reveals', (open) => {
  it('pause from the third in a day on, each twice as long up to a day, regardless of matches in between', async () => {
    const db = await open()
    const guest = await newPlayer(db)
    const pauses: number[] = []
    let at = start
    for (let times = 0; times < 13; times += 1) {
      await miss(db, guest, at)
      const pause = await pausedFor(db, guest, at)
      pauses.push(pause)
      at += pause * 60_000 + 1
      expect(await pausedFor(db, guest, at)).toBe(0)
    }
    expect(pauses).toEqual([0, 0, 10, 20, 40, 80, 160, 320, 640, 1_280, 1_440, 1_440, 1_440])
    // Three weeks later they still weigh.
    await miss(db, guest, at + 21 * dayMs)
    expect(await pausedFor(db, guest, at + 21 * dayMs)).toBeGreaterThanOrEqual(80)
  })

  it('have no effect on a player who misses one a week, or two in an evening now and then', async () => {
    const db = await open()
    const guest = await newPlayer(db)
    for (let week = 0; week < 20; week += 1) {
      const at = start + week * 7 * dayMs
      await miss(db, guest, at)
      expect(await pausedFor(db, guest, at)).toBe(0)
      if (week % 2 > 0) continue
      await miss(db, guest, at + 60_000)
      expect(await pausedFor(db, guest, at + 60_000)).toBe(0)
    }
  })

  it('follow the device on which the seats were taken', async () => {
    const db = await open()
    const [first, second] = [await newPlayer(db), await newPlayer(db)]
    const takeSeat = async (playerId: string) => {
      await db.query('delete from seated')
      await db.query(
        `insert into match (id, shard, game_id, asset, stake, seats, rules, server_commit)
         values ($1, 0, 'mines-trial', 'trial', 1, 5, '{}', '00') on conflict do nothing`,
        [matchId],
      )
      await callAll(db, [{ name: 'take_seat_from', values: [playerId, matchId, 0, null, deviceHash] }])
    }
    await takeSeat(first)
    for (const at of [0, 1, 2]) await miss(db, first, start + at)
    expect(await pausedFor(db, second, start + 2)).toBe(0)
    expect(await pausedFor(db, second, start + 2, deviceHash)).toBe(10)
    const after = start + 600_003
    expect(await pausedFor(db, second, after, deviceHash)).toBe(0)
    await takeSeat(second)
    await miss(db, second, after)
    expect(await pausedFor(db, second, after)).toBe(20)
  })

  it('are deleted when they no longer count', async () => {
    const db = await open()
    const [once, twice, late] = [await newPlayer(db), await newPlayer(db), await newPlayer(db)]
    await miss(db, once, start)
    for (const at of [0, 1]) await miss(db, twice, start + at)
    await miss(db, late, start + forgottenMs)
    const { rows } = await db.query('select player_id from missed_reveal order by last_at')
    expect(rows).toEqual([{ player_id: twice }, { player_id: late }])
  })

  it('of the same people at the same moment wait for each other', async () => {
    const db = await open()
    const guests = [await newPlayer(db), await newPlayer(db)].sort()
    const calls = (at: number) =>
      guests.map((id) => ({
        name: 'count_missed_reveal',
        values: [id, new Date(start + at), 6, forgottenMs, pauseMs, dayMs],
      }))
    await Promise.all([1, 2, 3, 4, 5, 6].map((at) => callAll(db, calls(at))))
    for (const guest of guests) expect(await pausedFor(db, guest, start)).toBeGreaterThan(0)
  })
})
