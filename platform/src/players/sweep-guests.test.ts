import { randomUUID } from 'node:crypto'
import { matchIdSchema } from '@minefall/shared/game'
import { type ManualClock, manualClock } from '@minefall/shared/testing'
import { beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { callAll, type Database } from '../db/index.ts'
import { describeDatabase } from '../db/testing.ts'
import { balanceOf, checkLedger, refillTrial } from '../ledger/index.ts'
import { playOut, setStage } from '../matches/testing.ts'
import { hashOf } from './guests.ts'
import { sweepGuests, tracesOfPlayers } from './sweep-guests.ts'
import { device, keepGuest, testGuests } from './testing.ts'

const day = 86_400_000
const guestRetentionMs = 30 * day

describeDatabase('guests who never played', (open) => {
  let db: Database
  let clock: ManualClock
  beforeEach(async () => {
    db = await open()
    clock = manualClock(Date.UTC(2026, 0, 2))
  })
  const sweep = (ms = guestRetentionMs) => sweepGuests({ db, clock, guestRetentionMs: ms })
  const ids = async () =>
    z.array(z.object({ id: z.string() })).parse((await db.query('select id from player')).rows)
  const has = async (id: string) => (await ids()).some((row) => row.id === id)

  /** A guest as the version before made one at the first socket: a row, an account and a refill. */
  const oldGuest = async (deviceId: string) => {
    const id = randomUUID()
    await db.query(
      `insert into player (id, kind, name, avatar, device_hash, created_at) values ($1, 'guest', 'Mai 27', 'owl', $2, $3)`,
      [id, hashOf(deviceId), new Date(clock.now())],
    )
    await callAll(db, [refillTrial({ playerId: id, to: 1_000n, key: 'first' })])
    return id
  }

  it('are deleted after their time, also those of the previous version, and the ledger still balances', async () => {
    const guests = testGuests(clock)
    const deviceId = device()
    const { id } = await keepGuest(db, guests, deviceId)
    const old = await oldGuest(device())
    await clock.advance(guestRetentionMs)
    expect(await sweep()).toBe(0)
    await clock.advance(1)
    const young = await keepGuest(db, guests, device())
    expect(await sweep(0)).toBe(0)
    const entries = async () =>
      (await db.query('select * from entry order by account_id, account_version')).rows
    const before = await entries()
    expect(await sweep()).toBe(2)
    expect([await has(id), await has(old), await has(young.id)]).toEqual([false, false, true])
    // What was posted stays posted: nothing of the ledger is deleted, and it still agrees.
    expect(await entries()).toEqual(before)
    expect((await balanceOf(db, old)).trial).toBe('1000')
    expect(await checkLedger(db)).toEqual({ clean: true, findings: [] })
    // Who comes back is who they were, and is kept again.
    expect(await guests.of(db, deviceId)).toMatchObject({ player: { id }, isStored: false })
    expect((await keepGuest(db, guests, deviceId)).id).toBe(id)
  })

  it('exclude guests who played, have a seat or wrote to support', async () => {
    const stage = await setStage(db, { clock, settings: { practiceThinkMs: [1, 2] } })
    const [played, sits, left] = [await stage.guest(), await stage.guest(), await stage.guest()]
    await db.query('update player set created_at = $1', [new Date(clock.now() - 2 * guestRetentionMs)])
    const { matchId, seat } = await played.play()
    await playOut(stage, played, matchId, seat)
    const found = z.object({ matchId: matchIdSchema }).parse((await sits.find()).data)
    await sits.sit(found.matchId)
    await left.sit(found.matchId)
    await left.leave(found.matchId)
    const wrote = await oldGuest(device())
    await db.query(
      `insert into conversation (player_id, status, locale, last_seq, updated_at) values ($1, 'open', 'en-US', 1, now())`,
      [wrote],
    )
    await db.query('update player set created_at = $2 where id = $1', [
      wrote,
      new Date(clock.now() - 2 * guestRetentionMs),
    ])
    expect(await sweep()).toBe(1)
    const kept = [await has(played.id), await has(sits.id), await has(left.id), await has(wrote)]
    expect(kept).toEqual([true, true, false, true])
    expect(await checkLedger(db)).toEqual({ clean: true, findings: [] })
  })

  it('are each checked once, by one node at a time', async () => {
    await db.query(
      `insert into player (id, kind, name, avatar, created_at)
       select gen_random_uuid(), 'guest', 'Mai 27', 'owl', $1 from generate_series(1, 950)`,
      [new Date(clock.now() - 2 * guestRetentionMs)],
    )
    const swept = await Promise.all([sweep(), sweep(), sweep()])
    expect(swept.reduce((sum, count) => sum + count, 0) + (await sweep())).toBe(950)
    expect(await ids()).toEqual([])
  })

  it('are recognized by every table that refers to a player', async () => {
    const { rows } = await db.query(
      `select c.conrelid::regclass::text as "table", a.attname as "column" from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       where c.contype = 'f' and c.confrelid = 'player'::regclass`,
    )
    const referring = z.array(z.object({ table: z.string(), column: z.string() })).parse(rows)
    const known = tracesOfPlayers.map(([table, column]) => `${table}.${column}`)
    expect(known).toEqual(expect.arrayContaining(referring.map(({ table, column }) => `${table}.${column}`)))
  })
})
