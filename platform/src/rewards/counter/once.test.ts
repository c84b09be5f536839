import { beforeAll, expect, it } from 'vitest'
import type { Database, Row, Sql } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { checkLedger } from '../../ledger/index.ts'
import { startCounting } from '../start-rewards.ts'
import { type OpenRewards, openRewards, second } from '../testing.ts'
import { countNext } from './count-match.ts'

/** A database on which every transaction dies after so many statements. */
const dyingAfter = (db: Database, statements: number): Database => ({
  ...db,
  transaction: (run) => {
    let left = statements
    const dying = (tx: Sql): Sql => ({
      query: async <R extends Row>(text: string, values?: readonly unknown[]) => {
        const answer = await tx.query<R>(text, values)
        left -= 1
        if (left === 0) throw new Error('killed')
        return answer
      },
    })
    return db.transaction((tx) => run(dying(tx)))
  },
})

describeDatabase('counting', (open) => {
  let db: Database
  let at: OpenRewards
  beforeAll(async () => {
    db = await open()
    at = await openRewards(db)
  })
  const seatsOf = (...players: string[]) => players.map((playerId) => ({ playerId }))
  /** Everything that counting writes, but for coins, which the ledger's own check goes through. */
  const print = async () => {
    const { rows } = await db.query(
      `select
         (select json_agg(c order by c.player_id, c.match_id) from counted_seat c)::text as seats,
         (select json_agg(p order by p.player_id) from player_progress p)::text as progress,
         (select json_agg(p order by p.low, p.high) from pair_day p)::text as pairs,
         (select json_agg(r order by r.nth, r.player_id) from rated_seat r)::text as rated,
         (select json_agg(r order by r.player_id) from rating r)::text as ratings,
         (select json_agg(p order by p.player_id) from public_profile p)::text as profiles,
         (select json_agg(r order by r.id) from referral r)::text as referrals,
         (select json_agg(d order by d.player_id, d.day, d.asset) from play_day d)::text as days,
         (select json_agg(a order by a.player_id) from login_account a)::text as accounts,
         (select json_agg(u order by u.match_id) from match_uncounted u)::text as uncounted,
         (select count(*) from transfer) as transfers`,
    )
    return rows
  }

  it('leaves nothing or all, wherever it is killed', async () => {
    const [anna, ben, inviter] = [await at.someone(), await at.someone(), await at.someone()]
    await db.query(
      'insert into referral (invited_id, inviter_id, joined_at, matches) values ($1, $2, $3, 2)',
      [anna, inviter, new Date(at.clock.now())],
    )
    await at.endMatch({ seats: seatsOf(anna, ben), gameId: 'mines-clues', stake: 1_000n })
    const before = await print()
    /** Whether counting came to its end before it was killed. */
    const isCounted = async (statements: number): Promise<boolean> => {
      const leftOut = new Set<string>()
      const counted = countNext({ ...at.world, db: dyingAfter(db, statements) }, leftOut)
      // Before it knows which match it has, counting can only give up.
      if (statements === 1) await expect(counted).rejects.toThrow('killed')
      else await counted
      return statements > 1 && leftOut.size === 0
    }
    let statements = 1
    while (!(await isCounted(statements))) {
      expect(await print()).toEqual(before)
      statements += 1
    }
    // Taking, seats, pairs, ties, progress, rating, the invitation with its gift, time: each of them died once.
    expect(statements).toBeGreaterThan(12)
    expect(await at.progressOf(anna)).toMatchObject({ matches: 1, staked: 1_000, tier: 1 })
    const { rows } = await db.query('select status, amount from referral where invited_id = $1', [anna])
    expect(rows).toEqual([{ status: 'earned', amount: 100n }])
    const after = await print()
    await at.count()
    expect(await print()).toEqual(after)
    expect(await checkLedger(db)).toEqual({ clean: true, findings: [] })
  })

  it('counts each match once when several count at the same time', async () => {
    const players = await at.people(6)
    for (let n = 0; n < 24; n++) {
      const seats = seatsOf(...[0, 1, 2].map((k) => players[(n + k * 2) % 6] ?? ''))
      await at.endMatch({ seats: n % 2 === 0 ? seats : seats.reverse(), gameId: 'mines-classic', ms: second })
    }
    await Promise.all([at.count(), at.count(), at.count(), at.count()])
    const { rows } = await db.query(
      `select (select count(*)::int from match_uncounted) as left_over,
         count(*)::int as seats, count(distinct match_id)::int as matches,
         count(*) filter (where discounted is null)::int as counting,
         (select sum(matches)::int from player_progress where player_id = any ($1)) as progress,
         (select sum(matches)::int from pair_day where low = any ($1)) as met,
         (select sum(seconds)::int from play_day where player_id = any ($1)) as seconds
       from counted_seat where player_id = any ($1)`,
      [players],
    )
    expect(rows).toMatchObject([{ left_over: 0, seats: 72, matches: 24, met: 72, seconds: 72 }])
    expect(rows[0]?.progress).toBe(rows[0]?.counting)
  })

  it('goes on at each end, at the start, and past what can’t be counted', async () => {
    const errors: string[] = []
    const log = {
      ...at.world.log,
      error: ({ matchId }: { matchId?: string }) => void errors.push(String(matchId)),
    }
    let poke = () => {}
    const matches = {
      onEnded: (listener: () => void) => {
        poke = listener
        return () => {
          poke = () => {}
        }
      },
    }
    const world = { ...at.world, log, matches }
    const isCounted = async (matchId: string) => {
      const { rows } = await db.query('select from match_uncounted where match_id = $1', [matchId])
      return rows.length === 0
    }
    const counted = (matchId: string) => expect.poll(() => isCounted(matchId)).toBe(true)

    // None of them takes time, so that what comes by the clock comes when it is moved.
    const end = (...players: string[]) => at.endMatch({ seats: seatsOf(...players), ms: 0 })
    const left = await end(await at.someone(), await at.someone())
    let stop = startCounting(world)
    await counted(left)
    await stop()

    const [anna, ben] = [await at.someone(), await at.someone()]
    const broken = await end(anna, ben)
    await db.query(
      `insert into counted_seat (player_id, ended_at, match_id, game_id, asset, stake, won)
       values ($1, $2, $3, 'mines-duel', 'coin', 100, true)`,
      [anna, new Date(at.clock.now()), broken],
    )
    stop = startCounting(world)
    const next = await end(anna, ben)
    poke()
    await counted(next)
    const another = await end(anna, ben)
    poke()
    await counted(another)
    expect(errors).toEqual([broken])
    await at.clock.advance(10 * second)
    await expect.poll(() => errors).toEqual([broken, broken])

    await stop()
    const late = await end(ben, anna)
    poke()
    await at.clock.advance(60 * second)
    expect(await isCounted(late)).toBe(false)
    stop = startCounting(world)
    await counted(late)
    await stop()
    expect(at.clock.pending()).toBe(0)
  })
})
