import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { checkLedger } from '../../ledger/index.ts'
import { type Club, countCutOffBefore, openClub } from './testing-club.ts'

const nothingYet = { matches: 0, status: 'playing', reason: null, amount: null }
const earned = { matches: 3, discounted: 0, status: 'earned', reason: null, amount: 100n }
const refused = (reason: string) => ({ matches: 3, status: 'refused', reason, amount: null })

describeDatabase('an invitation', (open) => {
  let db: Database
  let club: Club
  beforeAll(async () => {
    db = await open()
    club = await openClub(db)
  })

  /** Plays against someone whom no one knows, each time another. */
  const playStrangers = async (player: string, times = 3) => {
    for (let n = 0; n < times; n++) await club.end({ players: [player, await club.join()] })
  }
  /** Everyone plays as often as it takes. */
  const allPlay = async (players: readonly string[]) => {
    for (const player of players) await playStrangers(player)
    await club.count()
  }
  const joinMany = async (inviter: string, count: number) => {
    const invited: string[] = []
    for (let n = 0; n < count; n++) invited.push(await club.join(inviter))
    return invited
  }

  describe('of an honest player', () => {
    it('earns its inviter the gift after three matches that count, and no more after it', async () => {
      const inviter = await club.join()
      const invited = await club.join(inviter)
      await playStrangers(invited, 2)
      expect(await club.newsOf(inviter)).toEqual([{ kind: 'progress' }, { kind: 'progress' }])
      expect(await club.invitation(invited)).toEqual({ ...nothingYet, matches: 2, discounted: 0 })
      expect(await club.bonus(inviter)).toBe('0')

      await playStrangers(invited, 1)
      expect(await club.newsOf(inviter)).toEqual([{ kind: 'referral', name: 'Someone', amount: '100' }])
      await playStrangers(invited, 4)
      expect(await club.newsOf(inviter)).toEqual([])
      expect(await club.invitation(invited)).toEqual(earned)
      expect(await club.bonus(inviter)).toBe('100')
      const { rows } = await db.query(
        `select kind, ref_type, step, actor from transfer where ref_type = 'referral' and ref_id = $1`,
        [invited],
      )
      expect(rows).toEqual([{ kind: 'referral', ref_type: 'referral', step: 'earned', actor: 'platform' }])
      expect(await checkLedger(db)).toEqual({ clean: true, findings: [] })
    })

    it('earns it with bonus coins, at large tables, and where the inviter invited many others', async () => {
      const inviter = await club.join()
      const [invited = ''] = await joinMany(inviter, 4)
      for (let n = 0; n < 3; n++) {
        const players = [invited, await club.join(), await club.join(await club.join()), await club.join()]
        await club.end({ players, asset: 'promo' })
      }
      await club.count()
      expect(await club.invitation(invited)).toEqual(earned)
    })

    it('earns it once when twenty matches are counted at once', async () => {
      const inviter = await club.join()
      const invited = await club.join(inviter)
      await playStrangers(invited, 20)
      await club.countAtOnce(20)
      // Those that were skipped as others held them.
      await club.count()
      expect(await club.invitation(invited)).toEqual(earned)
      expect(await club.bonus(inviter)).toBe('100')
    })

    it('earns it once wherever the counting was cut off', async () => {
      const inviter = await club.join()
      const invited = await club.join(inviter)
      await playStrangers(invited, 2)
      await club.count()
      await playStrangers(invited, 1)
      let cuts = 0
      while (!(await countCutOffBefore(club, cuts + 1))) {
        cuts += 1
        expect(await club.bonus(inviter)).toBe('0')
        expect(await club.invitation(invited)).toMatchObject({ matches: 2, status: 'playing' })
      }
      // Every statement of it was the last one once.
      expect(cuts).toBeGreaterThan(9)
      expect(await club.invitation(invited)).toEqual(earned)
      expect(await club.bonus(inviter)).toBe('100')
      expect(await club.newsOf(inviter)).toEqual([])
    })

    it('earns nothing by matches that count for no one', async () => {
      const inviter = await club.join()
      const invited = await club.join(inviter)
      const rematchOf = await club.end({ players: await club.people(2) })
      for (const match of [{ isPrivate: true }, { rematchOf }])
        for (let n = 0; n < 3; n++) await club.end({ players: [invited, await club.join()], ...match })
      await club.count()
      expect(await club.invitation(invited)).toEqual({ ...nothingYet, discounted: 6 })
    })
  })

  describe('to a farm', () => {
    let inviter: string
    let farm: string[]
    const startFarm = async (count = 3) => {
      inviter = await club.join()
      farm = await joinMany(inviter, count)
    }
    const outcomes = async () => {
      const all = []
      for (const invited of farm) all.push(await club.invitation(invited))
      return all
    }

    it('earns nothing where all are on one device, though the inviter has another', async () => {
      await startFarm()
      await club.shareDevice(farm)
      await club.shareDevice([inviter])
      await allPlay(farm)
      expect(await outcomes()).toMatchObject(farm.map(() => refused('same-device')))
      expect(await club.bonus(inviter)).toBe('0')
    })

    it('earns nothing where each shares a device with the inviter alone', async () => {
      await startFarm()
      for (const invited of farm) await club.shareDevice([invited, inviter])
      await allPlay(farm)
      expect(await outcomes()).toMatchObject(farm.map(() => refused('same-device')))
      expect(await club.bonus(inviter)).toBe('0')
    })

    it('earns nothing with one account that all are paid out to, even if they took it back', async () => {
      await startFarm()
      await club.sharePayout(farm)
      await allPlay(farm)
      expect(await outcomes()).toMatchObject(farm.map(() => refused('same-payout')))
      await startFarm()
      for (const invited of farm) await club.sharePayout([invited, inviter])
      await allPlay(farm)
      expect(await outcomes()).toMatchObject(farm.map(() => refused('same-payout')))
      expect(await club.bonus(inviter)).toBe('0')
    })

    it('earns nothing by playing each other, with strangers at the table too', async () => {
      await startFarm()
      const [a = '', b = '', c = ''] = farm
      for (let n = 0; n < 3; n++) {
        await club.end({ players: [a, b, c] })
        await club.end({ players: [a, b, c, await club.join()] })
      }
      await club.count()
      expect(await outcomes()).toEqual(farm.map(() => ({ ...nothingYet, discounted: 6 })))
    })

    it('earns nothing by playing the inviter, or anyone who shares a device or a payout account with one of the two', async () => {
      await startFarm(1)
      const [invited = ''] = farm
      const others = [await club.join(), await club.join(), await club.join(), await club.join()]
      const [one = '', two = '', three = '', four = ''] = others
      await club.shareDevice([inviter, one])
      await club.sharePayout([inviter, two])
      await club.shareDevice([invited, three])
      await club.sharePayout([invited, four])
      for (const other of [inviter, ...others])
        await club.end({ players: [invited, other, await club.join()] })
      await club.count()
      expect(await outcomes()).toEqual([{ ...nothingYet, discounted: 5 }])
    })

    it('earns nothing as a chain that plays along itself', async () => {
      const chain = [await club.join()]
      for (let n = 1; n < 5; n++) chain.push(await club.join(chain.at(-1)))
      for (let round = 0; round < 3; round++)
        for (const [nth, player] of chain.entries())
          for (const other of chain.slice(nth + 1, nth + 3)) await club.end({ players: [player, other] })
      await club.count()
      for (const player of chain) expect(await club.bonus(player)).toBe('0')
      for (const invited of chain.slice(1)) expect((await club.invitation(invited)).matches).toBe(0)
    })
  })

  it('earns nothing past what one may earn in a month, however many are decided at once', async () => {
    await db.query('update referral_rule set monthly_most = 2')
    const inviter = await club.join()
    const first = await joinMany(inviter, 5)
    for (const invited of first) await playStrangers(invited)
    await club.countAtOnce(15)
    await club.count()
    const outcomes = await Promise.all(first.map(club.invitation))
    expect(outcomes.filter(({ status }) => status === 'earned')).toHaveLength(2)
    expect(outcomes.filter(({ reason }) => reason === 'monthly-most')).toHaveLength(3)
    expect(await club.bonus(inviter)).toBe('200')

    await club.clock.advance(Date.UTC(2026, 3, 1) - club.clock.now())
    await allPlay(await joinMany(inviter, 3))
    expect(await club.bonus(inviter)).toBe('400')
    await db.query('update referral_rule set monthly_most = 20')
  })

  it('earns nothing for an inviter on a break or in a barred country, permanently', async () => {
    const [paused, barred] = [await club.join(), await club.join()]
    const now = club.clock.now()
    await db.query(
      `insert into play_break (id, player_id, kind, began_at, ends_at) values (gen_random_uuid(), $1, 'time-out', $2, $3)`,
      [paused, new Date(now), new Date(now + 86_400_000)],
    )
    await db.query(`update login_account set adult_at = $2, residence = 'FR' where player_id = $1`, [
      barred,
      new Date(now),
    ])
    const invited = [await club.join(paused), await club.join(barred)]
    await allPlay(invited)
    await club.clock.advance(2 * 86_400_000)
    await allPlay(invited)
    expect(await Promise.all(invited.map(club.invitation))).toMatchObject([
      refused('paused'),
      refused('barred'),
    ])
    for (const inviter of [paused, barred]) expect(await club.bonus(inviter)).toBe('0')
  })

  it('tells its inviter that it earned nothing', async () => {
    const inviter = await club.join()
    const invited = await club.join(inviter)
    await club.shareDevice([inviter, invited])
    await playStrangers(invited)
    expect(await club.newsOf(inviter)).toContainEqual({ kind: 'referral', name: 'Someone', amount: null })
  })
})
