import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { begin, day, hour, type OpenRewards, openRewards, second } from '../testing.ts'

const nothing = { matches: 0, staked: 0, level: 1, tier: 0 }

describeDatabase('what play counts', (open) => {
  let db: Database
  let at: OpenRewards
  beforeAll(async () => {
    db = await open()
  })
  beforeEach(async () => {
    at = await openRewards(db)
  })
  const two = async (): Promise<[string, string]> => [await at.someone(), await at.someone()]
  const seatsOf = (...players: string[]) => players.map((playerId) => ({ playerId }))
  const secondsOf = async (playerId: string) => {
    const { rows } = await db.query(
      'select day::text, asset, matches, seconds from play_day where player_id = $1 order by day, asset',
      [playerId],
    )
    return rows
  }

  it('is a settled match at an open table, for everyone in it, once', async () => {
    const [anna, ben] = await two()
    await at.play({ seats: seatsOf(anna, ben) })
    await at.count()
    expect(await at.progressOf(anna)).toEqual({ matches: 1, staked: 100, level: 1, tier: 0 })
    expect(await at.progressOf(ben)).toEqual({ matches: 1, staked: 100, level: 1, tier: 0 })
    const { rows } = await db.query(
      'select game_id, asset, stake, won, discounted from counted_seat where player_id = any ($1) order by won',
      [[anna, ben]],
    )
    const row = { game_id: 'mines-duel', asset: 'coin', stake: 100n, discounted: null }
    expect(rows).toEqual([
      { ...row, won: false },
      { ...row, won: true },
    ])
    expect(at.told).toEqual(
      expect.arrayContaining([anna, ben].map((playerId) => ({ playerId, news: { kind: 'progress' } }))),
    )
    expect(at.told).toHaveLength(2)
  })

  it('of bonus coins moves the level and not the tier', async () => {
    const [anna, ben] = await two()
    await at.play({ seats: seatsOf(anna, ben), asset: 'promo', stake: 10_000n })
    expect(await at.progressOf(anna)).toEqual({ matches: 1, staked: 0, level: 1, tier: 0 })
  })

  it('is nothing at private tables, in rematches, in trials and voids, but the time of each', async () => {
    const [anna, ben] = await two()
    const seats = seatsOf(anna, ben)
    const first = await at.endMatch({ seats: seatsOf(...(await two())) })
    await at.play({ seats, isPrivate: true })
    await at.play({ seats, rematchOf: first })
    expect(await at.discountsOf(anna)).toEqual(['private', 'rematch'])
    await at.play({ seats, asset: 'trial' })
    await at.play({ seats, phase: 'voided' })
    expect(await at.discountsOf(anna)).toHaveLength(2)
    for (const player of [anna, ben]) {
      expect(await at.progressOf(player)).toEqual(nothing)
      expect(await secondsOf(player)).toEqual([
        { day: '2026-03-02', asset: 'coin', matches: 3, seconds: 180n },
        { day: '2026-03-02', asset: 'trial', matches: 1, seconds: 60n },
      ])
    }
  })

  it('is time until the seat was out, on the day that the match began', async () => {
    const [anna, ben] = await two()
    await at.clock.advance(12 * hour - 30 * second)
    const seats = [{ playerId: anna }, { playerId: ben, outAt: 20 * second }]
    await at.play({ seats, ms: 90 * second })
    expect(await secondsOf(anna)).toEqual([{ day: '2026-03-02', asset: 'coin', matches: 1, seconds: 90n }])
    expect(await secondsOf(ben)).toEqual([{ day: '2026-03-02', asset: 'coin', matches: 1, seconds: 20n }])
  })

  it('is nothing against your own device or payout account, no matter who else won', async () => {
    const [anna, ben] = await two()
    const [cleo, dan] = await two()
    const device = randomBytes(32)
    for (const player of [anna, ben])
      await db.query('insert into known_device (player_id, device_hash, seen_at) values ($1, $2, $3)', [
        player,
        device,
        new Date(begin),
      ])
    const fingerprint = randomBytes(32)
    for (const player of [cleo, dan])
      await db.query(
        `insert into payout_destination (id, player_id, method, currency, details, fingerprint, created_at, removed_at)
         values (gen_random_uuid(), $1, 'alipay', 'CNY', '{}', $2, $3, $3)`,
        [player, fingerprint, new Date(begin)],
      )
    await at.play({ seats: seatsOf(anna, ben) })
    await at.play({ seats: seatsOf(cleo, dan) })
    expect([await at.discountsOf(anna), await at.discountsOf(ben)]).toEqual([
      ['same-device'],
      ['same-device'],
    ])
    expect([await at.discountsOf(cleo), await at.discountsOf(dan)]).toEqual([
      ['same-payout'],
      ['same-payout'],
    ])
    for (const player of [anna, ben, cleo, dan]) expect(await at.progressOf(player)).toEqual(nothing)
    // One stranger at the table is enough, and is there for everyone else.
    await at.play({ seats: seatsOf(anna, ben, cleo), gameId: 'mines-classic' })
    for (const player of [anna, ben, cleo])
      expect(await at.progressOf(player)).toMatchObject({ matches: 1, staked: 100 })
  })

  it('is nothing against the same opponent from the sixth match of a day on', async () => {
    const [anna, ben] = await two()
    for (let n = 0; n < 7; n++) await at.play({ seats: seatsOf(anna, ben), ms: second })
    const counts = [null, null, null, null, null, 'same-opponent', 'same-opponent']
    expect(await at.discountsOf(anna)).toEqual(counts)
    expect(await at.discountsOf(ben)).toEqual(counts)
    expect(await at.progressOf(anna)).toMatchObject({ matches: 5, staked: 500 })
    await at.clock.advance(day)
    await at.play({ seats: seatsOf(ben, anna) })
    expect(await at.progressOf(anna)).toMatchObject({ matches: 6, staked: 600 })
  })

  it('lifts level and tier exactly at their thresholds, and tells of it', async () => {
    const anna = await at.someone()
    const levelAfter = async (matches: number) => {
      await db.query(
        `insert into player_progress (player_id, matches) values ($1, $2)
         on conflict (player_id) do update set matches = excluded.matches`,
        [anna, matches - 1],
      )
      await at.playStrangers(anna, 1, { asset: 'promo', stake: 10n })
      return (await at.progressOf(anna))?.level
    }
    const levels = []
    for (const matches of [2, 3, 9, 10, 5_999, 6_000]) levels.push(await levelAfter(matches))
    expect(levels).toEqual([1, 2, 2, 3, 11, 12])
    const news = () => at.told.filter(({ playerId }) => playerId === anna).map(({ news }) => news)
    expect(news()).toEqual([
      { kind: 'progress' },
      { kind: 'level', level: 2 },
      { kind: 'progress' },
      { kind: 'level', level: 3 },
      { kind: 'level', level: 11 },
      { kind: 'level', level: 12 },
    ])

    const tierAfter = async (stake: bigint) => {
      await at.playStrangers(anna, 1, { stake })
      return (await at.progressOf(anna))?.tier
    }
    const tiers = []
    for (const stake of [999n, 1n, 8_999n, 1n, 9_989_999n, 1n]) tiers.push(await tierAfter(stake))
    expect(tiers).toEqual([0, 1, 1, 2, 4, 5])
    expect(news().slice(6)).toEqual([
      { kind: 'progress' },
      { kind: 'vip', tier: 1 },
      { kind: 'progress' },
      { kind: 'vip', tier: 2 },
      { kind: 'vip', tier: 4 },
      { kind: 'vip', tier: 5 },
    ])
  })
})
