import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '../db/index.ts'
import { describeDatabase } from '../db/testing.ts'
import { begin, day, type OpenRewards, openRewards, second } from '../rewards/testing.ts'
import { recomputeRatings } from './recompute.ts'

describeDatabase('ratings', (open) => {
  let db: Database
  let at: OpenRewards
  beforeAll(async () => {
    db = await open()
  })
  beforeEach(async () => {
    at = await openRewards(db)
  })
  const seatsOf = (...players: string[]) => players.map((playerId) => ({ playerId }))
  const ratingOf = async (playerId: string) =>
    (await db.query('select mu, sigma, matches, best from rating where player_id = $1', [playerId])).rows[0]
  const played = (...players: string[]) => at.play({ gameId: 'mines-clues', seats: seatsOf(...players) })

  it('move by place in settled matches for coins and bonus coins at open tables with clues, rematches included', async () => {
    const [anna = '', ben = '', cleo = ''] = await at.people(3)
    const first = await played(anna, ben, cleo)
    await at.play({
      gameId: 'mines-royale',
      asset: 'promo',
      rematchOf: first,
      seats: seatsOf(anna, ben, cleo),
    })
    const ratings = await Promise.all([anna, ben, cleo].map(ratingOf))
    expect(ratings.map((rating) => rating?.matches)).toEqual([2, 2, 2])
    const mus = ratings.map((rating) => Number(rating?.mu))
    expect(mus).toEqual(mus.toSorted((one, other) => other - one))
    const { rows } = await db.query(
      'select place, mu_before, mu from rated_seat where player_id = $1 order by nth',
      [anna],
    )
    expect(rows).toEqual([
      { place: 1, mu_before: 1_500, mu: expect.any(Number) },
      { place: 1, mu_before: rows[0]?.mu, mu: ratings[0]?.mu },
    ])
  })

  it('stay as they are in anything else', async () => {
    const [anna = '', ben = ''] = await at.people(2)
    const seats = seatsOf(anna, ben)
    await at.play({ seats })
    await at.play({ seats, gameId: 'mines-clues', isPrivate: true })
    await at.play({ seats, gameId: 'mines-clues', phase: 'voided' })
    await at.play({ seats, gameId: 'mines-trial', asset: 'trial' })
    const other = await at.someone()
    await db.query(
      'insert into known_device (player_id, device_hash, seen_at) select unnest($1::uuid[]), $2, $3',
      [[anna, ben], randomBytes(32), new Date(begin)],
    )
    await played(anna, ben, other)
    for (const player of [anna, ben, other]) expect(await ratingOf(player)).toBeUndefined()
  })

  it('move in five matches a day with the same person', async () => {
    const [anna = '', ben = '', cleo = ''] = await at.people(3)
    for (let n = 0; n < 7; n++)
      await at.play({ gameId: 'mines-clues', seats: seatsOf(anna, ben), ms: second })
    await played(anna, ben, cleo)
    expect(await ratingOf(anna)).toMatchObject({ matches: 5 })
    expect(await ratingOf(cleo)).toBeUndefined()
    await at.clock.advance(day)
    await played(ben, anna)
    expect(await ratingOf(anna)).toMatchObject({ matches: 6 })
  })

  it('come out the same to the last digit when computed again, after counters at once and one that came late', async () => {
    const players = await at.people(8)
    for (let n = 0; n < 40; n++) {
      const seats = [0, 1, 2, 3].map((k) => ({ playerId: players[(n + k * (1 + (n % 2))) % 8] ?? '' }))
      const [winner, runnerUp, ...others] = n % 3 === 0 ? seats.reverse() : seats
      const best = [winner, runnerUp].map((seat) => (n % 5 === 0 ? { ...seat, place: 1 } : seat))
      await at.endMatch({
        gameId: 'mines-clues',
        ms: n % 10 === 9 ? 9 * day : second,
        seats: [...best, ...others].map((seat) => ({ playerId: '', ...seat })),
      })
    }
    // One is held elsewhere, and counted after those that ended later.
    const { rows } = await db.query(
      'delete from match_uncounted where match_id = (select min(match_id) from match_uncounted) returning *',
    )
    const [late] = rows
    await Promise.all([at.count(), at.count(), at.count()])
    await db.query('insert into match_uncounted (match_id, ended_at, player_ids) values ($1, $2, $3)', [
      late?.match_id,
      late?.ended_at,
      late?.player_ids,
    ])
    await at.count()
    const computed = await recomputeRatings(db)
    expect(computed.findings).toEqual([])
    expect(computed.matches).toBeGreaterThanOrEqual(30)

    await db.query('update rating set mu = mu + 1e-10 where player_id = $1', [players[0]])
    expect((await recomputeRatings(db)).findings).toHaveLength(1)
  })

  // The last one: the people that it adds stay.
  it('move in two of ten matches with the same person where 200 people play', async () => {
    const [anna = '', ben = '', cleo = '', dora = '', emil = ''] = await at.people(5)
    const matchId = await at.play({ seats: seatsOf(anna, ben) })
    await db.query(
      `with new as (
         insert into player (id, kind, name, avatar)
         select gen_random_uuid(), 'player', 'Someone', 'cat-1' from generate_series(1, 200) returning id
       ), accounts as (
         insert into login_account (player_id, invitation_code, secured_at, created_at)
         select id, (20000000 + row_number() over ())::text, $1, $1 from new returning player_id
       )
       insert into rated_seat (player_id, nth, match_id, ended_at, place, mu_before, sigma_before, mu, sigma)
       select player_id, n.nth, $2, $1, 1, 1500, 250, 1500, 250
       from accounts, (select nextval('rated_nth') as nth) as n`,
      [new Date(begin), matchId],
    )
    for (const third of [cleo, dora, emil]) await played(anna, third, ben)
    expect(await ratingOf(ben)).toMatchObject({ matches: 2 })
    expect(await ratingOf(emil)).toBeUndefined()
    await played(emil, anna)
    expect(await ratingOf(anna)).toMatchObject({ matches: 3 })
    for (let n = 0; n < 8; n++) {
      await played(anna, await at.someone())
      await played(ben, await at.someone())
    }
    await played(ben, await at.someone())
    await played(anna, ben)
    expect(await ratingOf(anna)).toMatchObject({ matches: 12 })
  })
})
