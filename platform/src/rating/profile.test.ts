import { randomUUID } from 'node:crypto'
import {
  accuracyBoardSchema,
  leaderboardSchema,
  ownProfileSchema,
  publicProfileSchema,
} from '@minefall/shared/contracts/rest'
import { beforeAll, expect, it } from 'vitest'
import { setBlocked } from '../accounts/testing.ts'
import type { Database } from '../db/index.ts'
import { describeDatabase } from '../db/testing.ts'
import { readSeeker, usualRating } from '../matches/lobby/apart.ts'
import { playerOf } from '../matches/lobby/players.ts'
import { day, type OpenRewards, openRewards, second } from '../rewards/testing.ts'
import { accuracyBoardOf } from './accuracy-board.ts'
import { leaderboardOf } from './leaderboard.ts'
import { readOwnProfile, readProfile, setHidden } from './profile.ts'

describeDatabase('public profiles and the leaderboard', (open) => {
  let db: Database
  let at: OpenRewards
  beforeAll(async () => {
    db = await open()
    at = await openRewards(db)
  })
  const pageOf = async (playerId: string) => (await readOwnProfile(db, playerId, at.clock.now()))?.id ?? ''
  const seen = async (id: string) => readProfile(db, id, at.clock.now())
  const seatOf = async (playerId: string) =>
    (await playerOf(db, { playerId, deviceHash: null, now: at.clock.now() }))?.player
  const seekerRating = async (playerId: string) =>
    (await readSeeker(db, { playerId, asset: 'coin', addressGroup: null, rated: true })).rating

  it('show what play earned and nothing else, from the first counted match on', async () => {
    const [anna = '', ben = ''] = await at.people(2)
    expect(await readOwnProfile(db, anna, at.clock.now())).toEqual({
      id: null,
      hidden: false,
      name: 'Someone',
      details: { avatar: 'cat-1', level: 1, rating: null, accuracy: null, badges: [] },
    })
    expect(await seatOf(anna)).toEqual({ name: 'Someone', avatar: 'cat-1', kind: 'player' })
    for (let n = 0; n < 5; n++)
      await at.play({ gameId: 'mines-clues', seats: [{ playerId: anna }, { playerId: ben }], ms: second })
    const profile = await seen(await pageOf(anna))
    expect(publicProfileSchema.parse(profile)).toEqual(profile)
    expect(profile).toMatchObject({
      name: 'Someone',
      details: {
        level: 2,
        rating: null,
        badges: ['first-win', 'five-in-a-row'],
      },
    })
    const own = (await readOwnProfile(db, anna, at.clock.now()))?.details.rating
    expect(own).toMatchObject({ provisional: true, best: null, matches: 5, places: [5] })
    const { rating, curve = [] } = own ?? {}
    expect(curve).toHaveLength(5)
    expect(curve).toEqual(curve.toSorted((one, other) => one - other))
    expect(curve.at(-1)).toBe(rating)
    expect(await seatOf(anna)).toEqual({
      ...{ name: 'Someone', avatar: 'cat-1', kind: 'player' },
      ...{ profile: await pageOf(anna) },
    })
    expect(await seen(randomUUID())).toBeNull()
    expect(await seen(anna)).toBeNull()
  })

  it('say only the name of a hidden player, also after a new name, and at the table too', async () => {
    const [anna = '', ben = ''] = await at.people(2)
    await setHidden(db, ben, true)
    await at.play({ gameId: 'mines-royale', seats: [{ playerId: anna }, { playerId: ben }] })
    const id = await pageOf(ben)
    await db.query(`update player set name = 'Other' where id = $1`, [ben])
    expect(await seen(id)).toEqual({ name: 'Other', details: null })
    expect(await seatOf(ben)).toEqual({ name: 'Other', avatar: 'cat-1', kind: 'player' })
    const own = await readOwnProfile(db, ben, at.clock.now())
    expect(ownProfileSchema.parse(own)).toMatchObject({
      id,
      hidden: true,
      details: { rating: { matches: 1 } },
    })
    await setHidden(db, ben, false)
    expect(await pageOf(ben)).toBe(id)
    expect(await seen(id)).toMatchObject({ details: { level: 1 } })
  })

  it('say only the name of an account that staff have blocked, until it is unblocked', async () => {
    const [anna = '', ben = ''] = await at.people(2)
    await at.play({ seats: [{ playerId: anna }, { playerId: ben }] })
    const id = await pageOf(ben)
    await setBlocked(db, ben, new Date(at.clock.now()))
    expect(await seen(id)).toEqual({ name: 'Someone', details: null })
    await db.query(
      `update login_account set blocked_at = null, blocked_by = null, blocked_reason = null, blocked_text = null
       where player_id = $1`,
      [ben],
    )
    expect(await seen(id)).toMatchObject({ details: { level: 1 } })
  })

  it('show no one what a farm of ten won from its own, where no other plays', async () => {
    const farm = await at.people(10)
    const [fed = '', ...feeding] = farm
    for (let n = 0; n < 60; n++) {
      // In five matches a day no two of them meet more often than is rated.
      if (n % 5 === 0) await at.clock.advance(day)
      const seats = [fed, ...[0, 1, 2].map((k) => feeding[(n * 3 + k) % feeding.length] ?? '')]
      // Now and then another wins, or no one knew how much better than all the fed one is.
      if (n % 4 === 3) seats.reverse()
      await at.play({ gameId: 'mines-clues', seats: seats.map((playerId) => ({ playerId })), ms: second })
    }
    const { rows } = await db.query('select mu, sigma, matches, best from rating where player_id = $1', [fed])
    expect(rows[0]?.sigma).toBeLessThan(150)
    expect(rows[0]?.best).toBeGreaterThan(1_850)

    const now = at.clock.now()
    expect((await seen(await pageOf(fed)))?.details).toMatchObject({
      rating: null,
      badges: ['first-win'],
    })
    expect(await seatOf(fed)).toMatchObject({ profile: await pageOf(fed) })
    expect(await seatOf(fed)).not.toHaveProperty('rating')
    expect(await seekerRating(fed)).toBe(usualRating)
    const { items, own } = await leaderboardOf(db)(fed, now)
    expect({ items, own }).toMatchObject({ items: [], own: { place: null, provisional: true, matches: 60 } })
    // Their own page says that it is provisional.
    expect((await readOwnProfile(db, fed, now))?.details.rating).toMatchObject({
      provisional: true,
      best: null,
      matches: 60,
    })
  })

  /** So many rated matches of four, as counting leaves them; each of the players has a higher rating than the one before. */
  const season = async (players: readonly string[], matches: number, above = 1_500) => {
    const matchId = await at.endMatch({ seats: (await at.people(2)).map((playerId) => ({ playerId })) })
    await db.query(
      `insert into rated_seat (player_id, nth, match_id, ended_at, place, mu_before, sigma_before, mu, sigma)
       select drawn.player_id, $2::int + n, $3, $4, 1, 1500, 250, 1500, 120
       from generate_series(1, $5) as n cross join lateral (
         select player_id from unnest($1::uuid[]) with ordinality as p (player_id, nth)
         order by md5(n || '/' || nth) limit 4) as drawn`,
      [players, players.length * 1_000, matchId, new Date(at.clock.now()), matches],
    )
    await db.query(
      `insert into rating (player_id, mu, sigma, matches, best, rated_at)
       select player_id, $3::int + 10 * nth, 120, case nth when 1 then 29 else 30 end, $3::int + 10 * nth, $2
       from unnest($1::uuid[]) with ordinality as p (player_id, nth)`,
      [players, new Date(at.clock.now()), above],
    )
    await db.query('insert into public_profile (player_id) select unnest($1::uuid[])', [players])
  }

  it('list the best who have thirty matches against enough people, but those who are hidden or blocked', async () => {
    const board = async (playerId: string | null) => {
      await at.clock.advance(60 * second)
      return leaderboardSchema.parse(await leaderboardOf(db)(playerId, at.clock.now()))
    }
    expect(await board(null)).toEqual({ least: 30, items: [], own: null })
    const [crowd, farm] = [await at.people(40), await at.people(10)]
    await season(crowd, 400)
    await season(farm, 100)
    const { items } = await board(null)
    // All but the first, who has played too little.
    const shown = await Promise.all(crowd.slice(1).reverse().map(pageOf))
    expect(items.map(({ id }) => id)).toEqual(shown)
    expect(items.map(({ place }) => place)).toEqual(items.map((_, nth) => nth + 1))
    expect(items[0]).toMatchObject({ rating: 1_900, provisional: false, matches: 30 })
    const [next = '', top = ''] = crowd.slice(-2)
    // What is settled shows everywhere.
    expect((await seen(await pageOf(top)))?.details?.rating).toMatchObject({
      ...{ rating: 1_900, provisional: false, best: 1_900 },
    })
    expect(await seatOf(top)).toMatchObject({ rating: 1_900 })
    expect(await seekerRating(top)).toBe(1_900)
    const read = leaderboardOf(db)
    expect((await read(null, at.clock.now())).items[0]?.id).toBe(await pageOf(top))
    // The list is kept, but for what a player is called now.
    await db.query(`update player set name = 'Other', avatar = 'owl' where id = $1`, [top])
    expect((await read(null, at.clock.now())).items[0]).toMatchObject({ name: 'Other', avatar: 'owl' })
    await setHidden(db, top, true)
    const kept = (await read(null, at.clock.now())).items
    expect(kept[0]).toMatchObject({ place: 1, id: await pageOf(next) })
    expect(kept).toHaveLength(items.length - 1)
    const without = await board(top)
    expect(without.items[0]?.id).toBe(await pageOf(next))
    expect(without.own).toMatchObject({ place: 1, hidden: true })
    expect((await board(next)).own).toMatchObject({ place: 1, hidden: false, rating: 1_890 })
    expect((await board(crowd[0] ?? '')).own).toMatchObject({ place: null, matches: 29 })
    // Staff block the best: off the list that is kept, and off the next.
    await setBlocked(db, next, new Date(at.clock.now()))
    const [left] = crowd.slice(-3)
    for (const asked of [read(null, at.clock.now()), board(null)])
      expect((await asked).items[0]).toMatchObject({ place: 1, id: await pageOf(left ?? '') })
  })

  it('list the most accurate of the last seven days with twenty matches for coins, and take off those who hide or are blocked at once', async () => {
    const [anna = '', ben = '', cleo = '', dora = '', few = '', old = '', trial = '', guessed = ''] =
      await at.people(8)
    const matchId = await at.endMatch({ seats: [{ playerId: anna }, { playerId: ben }] })
    const now = at.clock.now()
    type Judged = {
      accuracy: number
      matches?: number
      choices?: number
      daysAgo?: number
      asset?: string
      exact?: boolean
    }
    const judge = async (playerId: string, judged: Judged) => {
      const { accuracy, matches = 20, choices = 4, daysAgo = 6, asset = 'coin', exact = true } = judged
      await db.query(
        `insert into seat_skill (player_id, ended_at, match_id, seat, game_id, asset, moves, choices, accuracy,
           survived, expected, variance, exact)
         select $1, $2::timestamptz + n * interval '1 second', $3, 0, 'mines-clues', $4, $5::int, $5::int, $6, $5::int, $5::int,
           0, $7
         from generate_series(1, $8) as n`,
        [playerId, new Date(now - daysAgo * day), matchId, asset, choices, accuracy, exact, matches],
      )
    }
    await judge(anna, { accuracy: 100, choices: 2 })
    await judge(ben, { accuracy: 100 })
    // The mean is over moves: 90 of one in ten of them, 80 of the others.
    await judge(cleo, { accuracy: 90, choices: 1 })
    await judge(cleo, { accuracy: 80, choices: 9, asset: 'promo', daysAgo: 3 })
    await judge(dora, { accuracy: 70 })
    await judge(few, { accuracy: 99, matches: 19 })
    await judge(old, { accuracy: 99, daysAgo: 8 })
    await judge(trial, { accuracy: 99, asset: 'trial' })
    await judge(guessed, { accuracy: 99, exact: false })
    await db.query(
      'insert into public_profile (player_id) select unnest($1::uuid[]) on conflict do nothing',
      [[anna, ben, cleo, dora, few, old, trial, guessed]],
    )
    const read = accuracyBoardOf(db)
    const board = async (playerId: string | null) =>
      accuracyBoardSchema.parse(await read(playerId, at.clock.now()))
    const { least, items, own } = await board(null)
    const pages = await Promise.all([ben, anna, cleo, dora].map(pageOf))
    expect({ least, own }).toEqual({ least: 20, own: null })
    expect(items.map(({ id, place }) => [place, id])).toEqual(pages.map((id, nth) => [nth + 1, id]))
    expect(items.map(({ accuracy, matches }) => [accuracy, matches])).toEqual([
      [100, 20],
      [100, 20],
      [expect.closeTo(81, 9), 40],
      [70, 20],
    ])
    expect((await board(anna)).own).toEqual({
      ...{ id: pages[1], place: 2, accuracy: 100, matches: 20, hidden: false },
    })
    expect((await board(few)).own).toMatchObject({ place: null, accuracy: 99, matches: 19 })
    for (const none of [old, trial, guessed])
      expect((await board(none)).own).toMatchObject({ place: null, accuracy: null, matches: 0 })

    // The list is kept, but for what a player is called now, and who hides is in it no longer.
    await db.query(`update player set name = 'Other', avatar = 'owl' where id = $1`, [ben])
    expect((await board(null)).items[0]).toMatchObject({ name: 'Other', avatar: 'owl' })
    await setHidden(db, ben, true)
    const without = await board(dora)
    expect(without.items.map(({ id, place }) => [place, id])).toEqual(
      pages.slice(1).map((id, nth) => [nth + 1, id]),
    )
    expect(without.own).toMatchObject({ place: 3 })
    expect((await board(ben)).own).toMatchObject({ place: 1, hidden: true })
    expect((await seen(pages[2] ?? ''))?.details?.accuracy).toEqual({
      month: expect.closeTo(81, 9),
      all: expect.closeTo(81, 9),
    })
    await setBlocked(db, anna, new Date(now))
    expect((await board(null)).items.map(({ id }) => id)).toEqual(pages.slice(2))
    await at.clock.advance(7 * day)
    expect(await board(anna)).toMatchObject({ items: [], own: { place: null, accuracy: null } })
  })

  it('count a place behind the hundred among those who may be listed', async () => {
    // After the week of the matches above.
    await at.clock.advance(7 * day)
    const players = await at.people(103)
    await season(players, 1_000, 3_000)
    const matchId = await at.endMatch({ seats: (await at.people(2)).map((playerId) => ({ playerId })) })
    await db.query(
      `insert into seat_skill (player_id, ended_at, match_id, seat, game_id, asset, moves, choices, accuracy,
         survived, expected, variance, exact)
       select player_id, $2::timestamptz - n * interval '1 second', $3, 0, 'mines-clues', 'coin', 4, 4, 50 + nth / 4.0, 4, 4,
         0, true
       from unnest($1::uuid[]) with ordinality as p (player_id, nth) cross join generate_series(1, 20) as n`,
      [players, new Date(at.clock.now()), matchId],
    )
    // The last of all but one, who has too few matches for a rating, and is last in accuracy.
    const [worst = '', last = ''] = players
    const boards = async () => {
      const rating = await leaderboardOf(db)(last, at.clock.now())
      const accuracy = await accuracyBoardOf(db)(worst, at.clock.now())
      return [rating, accuracy].map(({ items, own }) => [items.length, own?.place])
    }
    expect(await boards()).toEqual([
      [100, 102],
      [100, 103],
    ])
    await setBlocked(db, players[50] ?? '', new Date(at.clock.now()))
    expect(await boards()).toEqual([
      [100, 101],
      [100, 102],
    ])
  })
})
