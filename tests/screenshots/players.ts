import { board } from '../harness/browser.ts'
import { addStrangers } from '../harness/strangers.ts'
import { below, openPage } from './camera.ts'
import { press } from './match.ts'
import { seatAll, seatOf, signedIn } from './people.ts'
import type { Scene } from './scene.ts'

/** Sixty rated matches of these accounts with strangers ($2), each with its own curve, beside the match that they have played. */
const rated = `
  with account as (
    select player_id, ordinality - 1 as nth, 1780 - 70 * (ordinality - 1) as mu
    from unnest($1::uuid[]) with ordinality as a (player_id, ordinality)
  ), match as (
    select id, ended_at from match where phase = 'settled' and game_id = 'mines-clues' limit 1
  ), seats as (
    insert into rated_seat (player_id, nth, match_id, ended_at, place, mu_before, sigma_before, mu, sigma)
    select player_id, 1000 + n, match.id, match.ended_at, 1 + (n * 7 + nth * 3 + n / 5) % 4, mu, 140,
      mu - (60 - n) * 3 + 45 * sin((n + nth * 5) / 4.0), 130
    from account, match, generate_series(1, 60) as n
    union all
    select unnest($2::uuid[]), 1060, match.id, match.ended_at, 4, 1500, 250, 1450, 240 from match
  )
  insert into rating (player_id, mu, sigma, matches, best, rated_at)
  select player_id, mu, 130, 61, mu + 60, match.ended_at from account, match
  on conflict (player_id) do update set mu = excluded.mu, sigma = excluded.sigma, matches = excluded.matches,
    best = excluded.best`

/** Twenty-four judged matches of these accounts this week, each a little less accurate than the one before. */
const judged = `
  insert into seat_skill (player_id, ended_at, match_id, seat, game_id, asset, moves, choices, accuracy, survived,
    expected, variance, exact)
  select player_id, now() - n * interval '5 hours', match.id, 0, 'mines-clues', 'coin', 9, 8, 98.4 - 1.7 * nth, 8, 8, 1, true
  from unnest($1::uuid[]) with ordinality as a (player_id, nth), generate_series(1, 24) as n,
    (select id from match where phase = 'settled' and game_id = 'mines-clues' limit 1) as match`

/** Ratings and accuracy: on seats, in the profile, on a public page and in the leaderboards. */
export const players: Scene = async ({ studio, server, people }) => {
  const { url } = server
  const { mai, crowd } = await people()
  const others = crowd.slice(1, 4)
  const seats = await Promise.all([mai, ...others].map((account) => seatOf(url, account)))
  const { over } = await seatAll(seats, ['mines-clues', '100', 'coin'])
  await over
  for (const seat of seats) seat.leave()
  let id = ''
  await server.change(async (db) => {
    const strangers = await addStrangers(db, 20)
    await db.query(rated, [[mai, ...crowd].map((account) => account.id), strangers])
    await db.query(judged, [[...crowd.slice(0, 3), mai, ...crowd.slice(3)].map((account) => account.id)])
    await db.query(
      'insert into public_profile (player_id) select unnest($1::uuid[]) on conflict (player_id) do nothing',
      [[mai, ...crowd].map((account) => account.id)],
    )
    const { rows } = await db.query('select id from public_profile where player_id = $1', [mai.id])
    id = String(rows[0]?.id)
  })
  const { page, keep, close } = await openPage(studio, await signedIn(url, mai))
  await page.goto(`${url}/leaderboard`)
  await page.getByRole('link', { name: mai.name }).waitFor()
  await keep('leaderboard')
  await page.goto(`${url}/leaderboard?by=accuracy`)
  await page.getByRole('link', { name: mai.name }).waitFor()
  await keep('leaderboard-accuracy')
  await page.goto(`${url}/player/${id}`)
  await page.getByRole('heading', { name: 'Badges' }).waitFor()
  await keep('player')
  await keep('player-accuracy', { holds: below(page, 'Accuracy') })
  await page.goto(`${url}/?modal=profile`)
  const hide = page.getByRole('switch', { name: /^Hide me/ })
  await hide.waitFor()
  await keep('profile-public-page', {
    holds: () => hide.evaluate((element) => element.scrollIntoView({ block: 'center' })),
  })
  await page.goto(`${url}/game/mines-clues?stake=100&asset=coin`)
  await press(page, 'Join for 100 coins')
  const beside = await Promise.all(others.map((account) => seatOf(url, account)))
  const match = await seatAll(beside, ['mines-clues', '100', 'coin'], 1_500)
  await board(page).waitFor()
  await keep('match-ratings', { busy: true })
  await close()
  await match.over
  for (const seat of beside) seat.leave()
}
