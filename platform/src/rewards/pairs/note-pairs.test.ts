import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { type Club, openClub } from '../referral/testing-club.ts'
import { begin, day } from '../testing.ts'

const flagSchema = z.object({
  kind: z.string(),
  day: z.string(),
  matches: z.int(),
  moved: z.string(),
})

describeDatabase('two accounts in the same matches', (open) => {
  let db: Database
  let club: Club
  beforeAll(async () => {
    db = await open()
    club = await openClub(db, { pairCoinsMost: 1_000n })
  })

  /** Two people, the lower id first. */
  const pair = async (): Promise<[string, string]> => {
    const [low = '', high = ''] = (await club.people(2)).sort()
    return [low, high]
  }
  const play = async (...played: Parameters<Club['end']>) => {
    await club.end(...played)
    await club.count()
  }
  const daysOf = async (players: readonly [string, string]) => {
    const { rows } = await db.query(
      'select day::text, matches, moved from pair_day where low = $1 and high = $2 order by day',
      players,
    )
    return rows
  }
  const flagsOf = async (players: readonly [string, string]) => {
    const { rows } = await db.query(
      `select kind, detail ->> 'day' as day, (detail ->> 'matches')::int as matches, detail ->> 'moved' as moved
       from abuse_flag where player_ids = $1 order by id`,
      [players],
    )
    return flagSchema.array().parse(rows)
  }

  it('move what the one lost to the other, less what came back, by the day of the end', async () => {
    const [low, high] = await pair()
    await play({ players: [high, low], stake: 100n })
    await play({ players: [high, low], stake: 50n })
    await play({ players: [low, high], stake: 10n })
    expect(await daysOf([low, high])).toEqual([{ day: '2026-03-02', matches: 3, moved: 140n }])
    await club.clock.advance(begin + day - club.clock.now())
    await play({ players: [low, high], stake: 10n })
    expect(await daysOf([low, high])).toEqual([
      { day: '2026-03-02', matches: 3, moved: 140n },
      { day: '2026-03-03', matches: 1, moved: -10n },
    ])
  })

  it('move nothing with bonus coins, and count every settled match, private ones and rematches too', async () => {
    const [low, high] = await pair()
    const rematchOf = await club.end({ players: [low, high], asset: 'promo' })
    await club.end({ players: [low, high], isPrivate: true })
    await club.end({ players: [high, low], rematchOf })
    await club.count()
    expect(await daysOf([low, high])).toMatchObject([{ matches: 3, moved: 0n }])
  })

  it('move their shares where more sat at the table', async () => {
    const [low, high] = await pair()
    const [third = ''] = await club.people(1)
    await play({ players: [low, high, third], payouts: [150n, 0n, 150n] })
    expect(await daysOf([low, high])).toMatchObject([{ matches: 1, moved: -50n }])
  })

  it('are strangers five times a day, and again on the next', async () => {
    const [low, high] = await pair()
    for (let n = 0; n < 6; n++) await play({ players: [low, high], asset: 'promo' })
    await club.clock.advance(day)
    await play({ players: [low, high], asset: 'promo' })
    const once = [null, null, null, null, null, 'same-opponent', null]
    expect(await club.discountsOf(low)).toEqual(once)
    expect(await club.discountsOf(high)).toEqual(once)
  })

  it('are none on one device, nor with money paid out to one account', async () => {
    const [one, other] = await pair()
    await club.shareDevice([one, other])
    await play({ players: [one, other] })
    expect(await club.discountsOf(one)).toEqual(['same-device'])
    const [two, three] = await pair()
    await club.sharePayout([two, three])
    await play({ players: [two, three] })
    expect(await club.discountsOf(three)).toEqual(['same-payout'])
    // With both, and with a stranger beside them.
    await club.shareDevice([two, three])
    await play({ players: [two, three] })
    await play({ players: [two, three, ...(await club.people(1))] })
    expect(await club.discountsOf(three)).toEqual(['same-payout', 'same-device', null])
  })

  it('are flagged once a day when they moved too much, whichever of them lost', async () => {
    for (const winsHigh of [true, false]) {
      const [low, high] = await pair()
      const players = winsHigh ? [high, low] : [low, high]
      const today = new Date(club.clock.now()).toISOString().slice(0, 10)
      await play({ players, stake: 999n })
      expect(await flagsOf([low, high])).toEqual([])
      await play({ players, stake: 1n })
      await play({ players, stake: 500n })
      const moved = winsHigh ? '1000' : '-1000'
      expect(await flagsOf([low, high])).toEqual([{ kind: 'pair', day: today, matches: 2, moved }])
      await club.clock.advance(day)
      await play({ players, stake: 1_000n })
      expect(await flagsOf([low, high])).toHaveLength(2)
    }
  })

  it('are flagged when they met in twenty matches, though nothing moved', async () => {
    const [low, high] = await pair()
    for (let n = 0; n < 19; n++) await club.end({ players: n % 2 ? [low, high] : [high, low] })
    await club.count()
    expect(await flagsOf([low, high])).toEqual([])
    await play({ players: [low, high] })
    await play({ players: [low, high] })
    expect(await flagsOf([low, high])).toMatchObject([{ matches: 20, moved: '0' }])
  })

  it('are flagged alone among those who sat with them', async () => {
    const [low, high] = await pair()
    for (let n = 0; n < 2; n++) await play({ players: [low, high, ...(await club.people(2))], stake: 500n })
    const { rows } = await db.query('select player_ids from abuse_flag where $1 = any (player_ids)', [low])
    expect(rows).toEqual([{ player_ids: [low, high] }])
  })
})
