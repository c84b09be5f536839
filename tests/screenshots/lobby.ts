import { randomBytes } from 'node:crypto'
import { result } from '../harness/browser.ts'
import { below, openPage } from './camera.ts'
import { seatAll, seatOf, signedIn } from './people.ts'
import type { Scene } from './scene.ts'

/** Home and the Game Center while people play, and a match that is watched. */
export const lobby: Scene = async ({ studio, server: { url }, people }) => {
  const { crowd } = await people()
  const players = await Promise.all(crowd.map((one) => seatOf(url, one)))
  const [, , , , fifth, sixth] = players
  if (!fifth || !sixth) throw new Error('too few have come')
  // Recent wins, and how long someone waits for a seat.
  for (const queue of [
    ['mines-clues', '100', 'coin'],
    ['mines-classic', '100', 'promo'],
    ['mines-duel', '10', 'promo'],
  ] as const) {
    const seats = { 'mines-clues': 4, 'mines-classic': 5, 'mines-duel': 2 }[queue[0]]
    await (await seatAll(players.slice(0, seats), queue)).over
  }
  // Opponents who have a page by now, each to be followed.
  if (crowd[0]) {
    const own = await openPage(studio, await signedIn(url, crowd[0]))
    await own.page.goto(`${url}/?modal=history`)
    await own.page
      .getByRole('button', { name: /^Follow / })
      .first()
      .waitFor()
    await own.keep('history-table')
    await own.close()
  }
  const { page, keep, close } = await openPage(studio)
  await page.goto(`${url}/games`)
  // Four play, one waits at another table; the sixth of them only looks.
  const thinkMs = studio.views === 'widths' ? 12_000 : 6_000
  const live = await seatAll(players.slice(0, 4), ['mines-clues', '100', 'coin'], thinkMs)
  const waiting = await fifth.join('mines-classic', '100', 'promo')
  await page
    .getByText(/of 4 still in/)
    .first()
    .waitFor()
  await keep('games')
  await keep('games-live', { holds: below(page, 'Live matches') })
  await page.goto(`${url}/games?price=coins&board=clued`)
  await page
    .getByText(/of 4 still in/)
    .first()
    .waitFor()
  await keep('games-filtered')
  await page.goto(url)
  await page
    .getByText(/playing now/)
    .first()
    .waitFor()
  await keep('home')
  await keep('home-wins', { holds: below(page, 'Recent wins') })
  await page.goto(`${url}/games`)
  await page
    .getByRole('link', { name: /^Watch / })
    .first()
    .click()
  await page.getByText('You’re watching this match.').waitFor()
  await keep('match-watched')
  await live.over
  await result(page).getByText('Board verified').waitFor()
  await keep('result-watched')
  // A seat is kept for a while for anyone who is only gone.
  await fifth.ask('match.leave', { commandId: randomBytes(16).toString('hex'), matchId: waiting })
  for (const player of players) player.leave()
  await close()
}
