import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { type Club, openClub } from '../referral/testing-club.ts'
import { begin, day } from '../testing.ts'
import { coinsMoved } from './note-pairs.ts'

const seat = (playerId: string, payout: bigint) => ({ playerId, payout })

/** Two to six seats, of which some share a pot that the house may have taken something of. */
const ended = fc
  .record({
    stake: fc.bigInt({ min: 1n, max: 1_000_000n }),
    seats: fc.integer({ min: 2, max: 6 }),
    sharing: fc.integer({ min: 1, max: 6 }),
    rakeBps: fc.bigInt({ min: 0n, max: 1_000n }),
  })
  .map(({ stake, seats, sharing, rakeBps }) => {
    const winners = Math.min(sharing, seats)
    const pot = (stake * BigInt(seats) * (10_000n - rakeBps)) / 10_000n
    const share = pot / BigInt(winners)
    return {
      stake,
      seats: Array.from({ length: seats }, (_, nth) => seat(`player ${nth}`, nth < winners ? share : 0n)),
    }
  })

describe('coins that moved in a match', () => {
  it('are every loser’s stake where one takes all', () => {
    expect(coinsMoved(100n, [seat('a', 0n), seat('b', 300n), seat('c', 0n)])).toEqual([
      { from: 'a', to: 'b', amount: 100n },
      { from: 'c', to: 'b', amount: 100n },
    ])
  })

  it('are split among those who share the pot', () => {
    expect(coinsMoved(100n, [seat('a', 150n), seat('b', 150n), seat('c', 0n)])).toEqual([
      { from: 'c', to: 'a', amount: 50n },
      { from: 'c', to: 'b', amount: 50n },
    ])
  })

  it('leave out what the house took', () => {
    expect(coinsMoved(100n, [seat('a', 190n), seat('b', 0n)])).toEqual([{ from: 'b', to: 'a', amount: 90n }])
  })

  it('are none where all get back what they staked', () => {
    expect(coinsMoved(100n, [seat('a', 100n), seat('b', 100n)])).toEqual([])
  })

  it('never come to more than who lost lost, nor than who gained gained, and miss a coin a loser at the most', () => {
    fc.assert(
      fc.property(ended, ({ stake, seats }) => {
        const moves = coinsMoved(stake, seats)
        const sum = (of: typeof moves) => of.reduce((total, { amount }) => total + amount, 0n)
        for (const { playerId, payout } of seats) {
          const [out, into] = [
            moves.filter(({ from }) => from === playerId),
            moves.filter(({ to }) => to === playerId),
          ]
          const net = payout - stake
          expect(out.length > 0 && into.length > 0).toBe(false)
          expect(sum(out) <= (net < 0n ? -net : 0n)).toBe(true)
          expect(sum(into) <= (net > 0n ? net : 0n)).toBe(true)
          if (net > 0n) expect(net - sum(into) <= BigInt(seats.length)).toBe(true)
        }
      }),
    )
  })
})

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
