import { bodyCode } from '@minefall/shared/contracts'
import { manualClock } from '@minefall/shared/testing'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { callAll, type Database, refusalOf } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { balanceOf, checkLedger, holdCoins } from '../../ledger/index.ts'
import { ledgerPrint } from '../../ledger/testing.ts'
import { begin, day, hour, type OpenRewards, openRewards } from '../testing.ts'
import { receiveGift } from './receive.ts'

describeDatabase('a gift', (open) => {
  let db: Database
  let at: OpenRewards
  beforeAll(async () => {
    db = await open()
  })
  beforeEach(async () => {
    at = await openRewards(db)
  })
  const receive = (playerId: string, bonusType: string) => receiveGift(at.world, playerId, bonusType)
  /** Someone who came so far long ago, with one match for all the coins. */
  const someoneWith = async ({ matches = 1, staked = 0 }) => {
    const playerId = await at.someone()
    const matchId = await at.endMatch({ seats: [{ playerId: await at.someone() }], asset: 'trial', ms: 0 })
    await db.query(
      `with seat as (
         insert into counted_seat (player_id, ended_at, match_id, game_id, asset, stake, won)
         select $1, timestamptz '2025-01-01' + n * interval '1 minute', $2, 'mines-duel',
           case when n = 1 and $4 > 0 then 'coin' else 'promo' end, case when n = 1 then greatest($4, 1) else 1 end, false
         from generate_series(1, $3::int) as n
       )
       insert into player_progress (player_id, matches, staked) values ($1, $3, $4::bigint)`,
      [playerId, matchId, matches, staked],
    )
    return playerId
  }
  const promoOf = async (playerId: string) => (await balanceOf(db, playerId)).promo
  const claimsOf = async (playerId: string) => {
    const { rows } = await db.query(
      `select c.bonus_type, c.period, c.amount, e.amount as given, e.asset, t.kind
       from gift_claim c join transfer t on t.id = c.transfer_id
       join entry e on e.transfer_id = t.id join account a on a.id = e.account_id and a.kind = 'player'
       where c.player_id = $1 order by c.at, c.bonus_type`,
      [playerId],
    )
    return rows
  }
  const refused = async (playerId: string, bonusType: string, code: number, data?: object) => {
    const before = await ledgerPrint(db)
    const claims = await claimsOf(playerId)
    expect(await receive(playerId, bonusType)).toEqual({ refused: code, ...(data && { data }) })
    expect(await ledgerPrint(db)).toEqual(before)
    expect(await claimsOf(playerId)).toEqual(claims)
  }

  it('claimed fifty times at once is one gift and one transfer', async () => {
    const anna = await someoneWith({ staked: 1_000 })
    const answers = await Promise.all(Array.from({ length: 50 }, () => receive(anna, 'daily')))
    const given = answers.filter((answer) => !('refused' in answer))
    expect(given).toEqual([{ bonus_type: 'daily', amount: '10', at: begin }])
    expect(
      answers.filter((answer) => 'refused' in answer && answer.refused === bodyCode.giftReceived),
    ).toHaveLength(49)
    const row = { amount: 10n, given: 10n, asset: 'promo', kind: 'gift' }
    expect(await claimsOf(anna)).toEqual([{ bonus_type: 'daily', period: '2026-03-02', ...row }])
    expect(await promoOf(anna)).toBe('10')
    expect(at.told).toEqual([
      { playerId: anna, news: { kind: 'received', bonusType: 'daily', amount: '10' } },
    ])
    expect(await checkLedger(db)).toEqual({ clean: true, findings: [] })
  })

  it('that is not earned, or that there is not, changes nothing', async () => {
    const ben = await someoneWith({ matches: 2, staked: 999 })
    for (const bonusType of ['daily', 'weekly', 'monthly', 'level-1', 'level-2', 'level-99'])
      await refused(ben, bonusType, bodyCode.giftNotReady)
    const noOne = await at.someone()
    for (const bonusType of ['daily', 'activity-first-match', 'activity-daily-win', 'activity-nothing'])
      await refused(noOne, bonusType, bodyCode.giftNotReady)
  })

  it('of VIP is given once in each day, week and month, by the tier of the moment', async () => {
    const anna = await someoneWith({ staked: 10_000 })
    for (const bonusType of ['daily', 'weekly', 'monthly']) {
      expect(await receive(anna, bonusType)).toMatchObject({ bonus_type: bonusType })
      await refused(anna, bonusType, bodyCode.giftReceived)
    }
    await at.clock.advance(12 * hour - 1)
    await refused(anna, 'daily', bodyCode.giftReceived)
    await at.clock.advance(1)
    await at.playStrangers(anna, 1, { stake: 90_000n })
    expect(await receive(anna, 'daily')).toMatchObject({ amount: '50' })
    await refused(anna, 'weekly', bodyCode.giftReceived)
    await at.clock.advance(6 * day)
    expect(await receive(anna, 'weekly')).toMatchObject({ amount: '400' })
    await refused(anna, 'monthly', bodyCode.giftReceived)
    await at.clock.advance(23 * day)
    expect(await receive(anna, 'monthly')).toMatchObject({ amount: '2000' })
    expect((await claimsOf(anna)).map(({ bonus_type, period }) => `${bonus_type}/${period}`)).toEqual([
      'daily/2026-03-02',
      'monthly/2026-03',
      'weekly/2026-W10',
      'daily/2026-03-03',
      'weekly/2026-W11',
      'monthly/2026-04',
    ])
    expect(await promoOf(anna)).toBe(String(20 + 150 + 600 + 50 + 400 + 2_000))
  })

  it('is not given again by a clock that was set back', async () => {
    const anna = await someoneWith({ matches: 3, staked: 1_000 })
    const early = await openRewards(db, { clock: manualClock(begin - 40 * day) })
    for (const bonusType of ['daily', 'weekly', 'monthly', 'level-2']) {
      await receive(anna, bonusType)
      expect(await receiveGift(early.world, anna, bonusType)).toEqual({ refused: bodyCode.giftReceived })
    }
    expect(await claimsOf(anna)).toHaveLength(4)
  })

  it('of a level is given once, when it is reached', async () => {
    const anna = await someoneWith({ matches: 10 })
    expect(await receive(anna, 'level-2')).toMatchObject({ amount: '20' })
    expect(await receive(anna, 'level-3')).toMatchObject({ amount: '40' })
    await refused(anna, 'level-4', bodyCode.giftNotReady)
    await at.clock.advance(400 * day)
    await refused(anna, 'level-2', bodyCode.giftReceived)
  })

  it('is not given on a break or in a barred country', async () => {
    const anna = await someoneWith({ matches: 3 })
    const ends = begin + day
    await db.query(
      `insert into play_break (id, player_id, kind, began_at, ends_at) values (gen_random_uuid(), $1, 'time-out', $2, $3)`,
      [anna, new Date(begin), new Date(ends)],
    )
    await refused(anna, 'level-2', bodyCode.playPaused, { kind: 'time-out', until: ends })
    await at.clock.advance(day)
    await db.query(`update login_account set adult_at = $2, residence = 'FR' where player_id = $1`, [
      anna,
      new Date(begin),
    ])
    await refused(anna, 'level-2', bodyCode.countryBarred)
    await db.query(`update login_account set residence = 'DE' where player_id = $1`, [anna])
    expect(await receive(anna, 'level-2')).toMatchObject({ amount: '20' })
  })

  it('is bonus coins, which can be staked and never withdrawn', async () => {
    const anna = await someoneWith({ matches: 6_000 })
    await receive(anna, 'level-12')
    expect(await balanceOf(db, anna)).toMatchObject({ coin: '0', promo: '8000' })
    const hold = holdCoins({ purpose: 'withdrawal', ref: anna, playerId: anna, amount: 1n })
    const error = await db.transaction((tx) => callAll(tx, [hold])).catch((reason: unknown) => reason)
    expect(refusalOf(error)).toBe('not-enough-coins')
    expect(await balanceOf(db, anna)).toMatchObject({ coin: '0', promo: '8000' })
    expect(await checkLedger(db)).toEqual({ clean: true, findings: [] })
  })
})
