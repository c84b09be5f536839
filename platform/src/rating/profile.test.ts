import { randomUUID } from 'node:crypto'
import { leaderboardSchema, ownProfileSchema, publicProfileSchema } from '@minefall/shared/contracts/rest'
import { beforeAll, expect, it } from 'vitest'
import type { Database } from '../db/index.ts'
import { describeDatabase } from '../db/testing.ts'
import { playerOf } from '../matches/lobby/players.ts'
import { type OpenRewards, openRewards, second } from '../rewards/testing.ts'
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

  it('show what play earned and nothing else, from the first counted match on', async () => {
    const [anna = '', ben = ''] = await at.people(2)
    expect(await readOwnProfile(db, anna, at.clock.now())).toEqual({
      id: null,
      hidden: false,
      name: 'Someone',
      details: { avatar: 'cat-1', level: 1, rating: null, badges: [] },
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
        rating: { provisional: true, best: null, matches: 5, places: [5] },
        badges: ['first-win', 'five-in-a-row'],
      },
    })
    const { rating, curve = [] } = profile?.details?.rating ?? {}
    expect(curve).toHaveLength(5)
    expect(curve).toEqual(curve.toSorted((one, other) => one - other))
    expect(curve.at(-1)).toBe(rating)
    expect(await seatOf(anna)).toEqual({
      ...{ name: 'Someone', avatar: 'cat-1', kind: 'player' },
      ...{ rating, profile: await pageOf(anna) },
    })
    expect(await seen(randomUUID())).toBeNull()
    expect(await seen(anna)).toBeNull()
  })

  it('say the name alone of who is hidden, also after a new name, and at the table too', async () => {
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

  it('list the best who have thirty matches against enough people, but those who are hidden', async () => {
    const board = async (playerId: string | null) => {
      await at.clock.advance(60 * second)
      return leaderboardSchema.parse(await leaderboardOf(db)(playerId, at.clock.now()))
    }
    const matchId = await at.endMatch({ seats: (await at.people(2)).map((playerId) => ({ playerId })) })
    /** So many rated matches of four, as counting leaves them; a later number has a higher rating. */
    const season = async (players: readonly string[], matches: number) => {
      await db.query(
        `insert into rated_seat (player_id, nth, match_id, ended_at, place, mu_before, sigma_before, mu, sigma)
         select drawn.player_id, $2::int + n, $3, $4, 1, 1500, 250, 1500, 120
         from generate_series(1, $5) as n cross join lateral (
           select player_id from unnest($1::uuid[]) with ordinality as p (player_id, nth)
           order by md5(n || '/' || nth) limit 4) as drawn`,
        [players, players.length * 1_000, matchId, new Date(at.clock.now()), matches],
      )
      await db.query(
        `insert into rating (player_id, mu, sigma, matches, rated_at)
         select player_id, 1500 + 10 * nth, 120, case nth when 1 then 29 else 30 end, $2
         from unnest($1::uuid[]) with ordinality as p (player_id, nth)`,
        [players, new Date(at.clock.now())],
      )
      await db.query('insert into public_profile (player_id) select unnest($1::uuid[])', [players])
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
    await setHidden(db, top, true)
    const without = await board(top)
    expect(without.items[0]?.id).toBe(await pageOf(next))
    expect(without.own).toMatchObject({ place: 1, hidden: true })
    expect((await board(next)).own).toMatchObject({ place: 1, hidden: false, rating: 1_890 })
    expect((await board(crowd[0] ?? '')).own).toMatchObject({ place: null, matches: 29 })
  })
})
