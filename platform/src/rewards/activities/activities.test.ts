import { bodyCode } from '@minefall/shared/contracts'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '../../db/index.ts'
import { readMigrations } from '../../db/migrations.ts'
import { describeDatabase } from '../../db/testing.ts'
import { readGifts, receiveGift } from '../gifts/receive.ts'
import { begin, day, hour, type OpenRewards, openRewards } from '../testing.ts'

describeDatabase('activities', (open) => {
  let db: Database
  let at: OpenRewards
  beforeAll(async () => {
    db = await open()
  })
  beforeEach(async () => {
    at = await openRewards(db)
  })
  /** How far someone is with each that runs, and how its gift stands. */
  const standOf = async (playerId: string) => {
    const { activities } = await readGifts(db, playerId, at.clock.now())
    return Object.fromEntries(activities.map(({ id, progress, gift }) => [id, `${progress} ${gift.status}`]))
  }
  const receive = (playerId: string, id: string) => receiveGift(at.world, playerId, `activity-${id}`)

  it('move by matches that count, and are claimed once in their period', async () => {
    const anna = await at.someone()
    expect(await standOf(anna)).toEqual({
      'first-match': '0 locked',
      'daily-three': '0 locked',
      'daily-win': '0 locked',
      'weekly-tables': '0 locked',
      'weekly-twenty': '0 locked',
      'daily-streak': '0 locked',
    })
    await at.playStrangers(anna, 2)
    await at.playStrangers(anna, 1, { isPrivate: true })
    expect(await standOf(anna)).toMatchObject({ 'first-match': '1 ready', 'daily-three': '2 locked' })
    expect(await receive(anna, 'daily-three')).toEqual({ refused: bodyCode.giftNotReady })
    await at.playStrangers(anna, 2, { asset: 'promo' })
    expect(await standOf(anna)).toEqual({
      'first-match': '1 ready',
      'daily-three': '3 ready',
      'daily-win': '0 locked',
      'weekly-tables': '1 locked',
      'weekly-twenty': '4 locked',
      'daily-streak': '0 locked',
    })
    expect(await receive(anna, 'first-match')).toMatchObject({ amount: '50' })
    expect(await receive(anna, 'daily-three')).toMatchObject({ amount: '15' })
    expect(await receive(anna, 'daily-three')).toEqual({ refused: bodyCode.giftReceived })

    await at.clock.advance(12 * hour)
    expect(await standOf(anna)).toMatchObject({
      'first-match': '1 received',
      'daily-three': '0 locked',
      'weekly-twenty': '4 locked',
    })
    await at.playStrangers(anna, 3)
    expect(await receive(anna, 'daily-three')).toMatchObject({ amount: '15' })
    expect(await receive(anna, 'first-match')).toEqual({ refused: bodyCode.giftReceived })
  })

  it('count wins, and different tables', async () => {
    const anna = await at.someone()
    await at.playStrangers(anna, 2, { gameId: 'mines-classic' })
    expect(await standOf(anna)).toMatchObject({ 'daily-win': '0 locked', 'weekly-tables': '1 locked' })
    await at.playStrangers(anna, 2, { outcome: 'won' })
    await at.clock.advance(day)
    await at.playStrangers(anna, 1, { gameId: 'mines-clues' })
    expect(await standOf(anna)).toMatchObject({ 'daily-win': '0 locked', 'weekly-tables': '3 ready' })
    await at.playStrangers(anna, 1, { gameId: 'mines-royale', outcome: 'won' })
    expect(await standOf(anna)).toMatchObject({ 'daily-win': '1 ready', 'weekly-tables': '3 ready' })
    await at.clock.advance(6 * day)
    expect(await standOf(anna)).toMatchObject({ 'daily-win': '0 locked', 'weekly-tables': '0 locked' })
  })

  it('go by the streak of daily boards, once a week', async () => {
    const anna = await at.someone()
    const day0 = Math.floor(begin / day) * day
    await db.query(
      `with line as (
         insert into fairness_log (shard, position, kind, document, hash, at)
         select 9, 1 + n, 'daily', '{}', '00', $2 from generate_series(0, 7) as n returning position
       ), board as (
         insert into daily_board (day, commit, root, rules, shard, position, committed_at)
         select ($2::timestamptz at time zone 'UTC')::date - 7 + position, '', '', '{}', 9, position, $2 from line
         returning day
       )
       insert into daily_try (id, day, player_id, by_guest, began_at, ended_at, safe, exact, seconds)
       select gen_random_uuid(), day, $1, false, $2, $2, 1, true, 0 from board
       where day <= ($2::timestamptz at time zone 'UTC')::date and day > ($2::timestamptz at time zone 'UTC')::date - 6`,
      [anna, new Date(day0)],
    )
    expect(await standOf(anna)).toMatchObject({ 'daily-streak': '6 locked' })
    expect(await receive(anna, 'daily-streak')).toEqual({ refused: bodyCode.giftNotReady })
    await db.query(
      `insert into daily_try (id, day, player_id, by_guest, began_at, ended_at, safe, exact, seconds)
       select gen_random_uuid(), day, $1, false, $2, $2, 1, true, 0 from daily_board b
       where not exists (select from daily_try t where t.day = b.day and t.player_id = $1)`,
      [anna, new Date(day0)],
    )
    expect(await standOf(anna)).toMatchObject({ 'daily-streak': '7 ready' })
    expect(await receive(anna, 'daily-streak')).toMatchObject({ amount: '20' })
    expect(await receive(anna, 'daily-streak')).toEqual({ refused: bodyCode.giftReceived })
  })

  it('of a kind that programs before them can’t read begin once these are gone, and at once on a new site', async () => {
    const migrations = await readMigrations()
    const own = migrations.findIndex(({ name }) => name.endsWith('daily_boards'))
    const runningIn = async (isNew: boolean) => {
      const undo = new Error('undo')
      let metrics: unknown[] = []
      const upgrade = db.transaction(async (tx) => {
        await tx.query('create schema earlier; set local search_path = earlier')
        for (const { sql } of migrations.slice(0, own)) await tx.query(sql)
        if (!isNew)
          await tx.query(`insert into player (id, kind, name, avatar)
            values (gen_random_uuid(), 'player', 'Anna', 'cat-1')`)
        for (const { sql } of migrations.slice(own)) await tx.query(sql)
        const { rows } = await tx.query(
          'select distinct metric from activity where is_open and coalesce(begins_at <= now(), true) order by metric',
        )
        metrics = rows.map(({ metric }) => metric)
        throw undo
      })
      await expect(upgrade).rejects.toBe(undo)
      return metrics
    }
    expect(await runningIn(false)).toEqual(['matches', 'tables', 'wins'])
    expect(await runningIn(true)).toEqual(['matches', 'streak', 'tables', 'wins'])
  })

  it('run within their window, and count nothing outside it', async () => {
    const [opens, closes] = [begin + day, begin + 2 * day]
    await db.query(
      `insert into activity (id, position, metric, goal, period, gift, begins_at, ends_at)
       values ('spring-cup', 90, 'matches', 2, 'once', 70, $1, $2)`,
      [new Date(opens), new Date(closes)],
    )
    const anna = await at.someone()
    await at.playStrangers(anna, 2)
    expect(await standOf(anna)).not.toHaveProperty('spring-cup')
    await at.clock.advance(day)
    expect(await standOf(anna)).toMatchObject({ 'spring-cup': '0 locked' })
    await at.playStrangers(anna, 2)
    expect(await standOf(anna)).toMatchObject({ 'spring-cup': '2 ready' })
    const ben = await at.someone()
    await at.playStrangers(ben, 1)
    expect(await receive(anna, 'spring-cup')).toMatchObject({ amount: '70' })
    await at.clock.advance(day)
    await at.playStrangers(ben, 1)
    expect(await standOf(ben)).not.toHaveProperty('spring-cup')
    expect(await receive(ben, 'spring-cup')).toEqual({ refused: bodyCode.giftNotReady })
  })

  it('that staff close are neither shown nor claimed until they open them again', async () => {
    const anna = await at.someone()
    await at.playStrangers(anna, 1)
    await db.query(`update activity set is_open = false where id = 'first-match'`)
    expect(await standOf(anna)).not.toHaveProperty('first-match')
    expect(await receive(anna, 'first-match')).toEqual({ refused: bodyCode.giftNotReady })
    await db.query(`update activity set is_open = true where id = 'first-match'`)
    expect(await receive(anna, 'first-match')).toMatchObject({ amount: '50' })
  })
})
