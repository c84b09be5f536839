import { addressOf } from '@minefall/shared/contracts'
import { fairnessCalls } from '@minefall/shared/contracts/rest'
import { connectPlayer } from '../harness/player.ts'
import { below, openPage } from './camera.ts'
import type { Scene } from './scene.ts'

/** How matches of a month ended. */
const ended = `
  insert into fairness_tally (day, game_id, outcome, matches)
  select current_date, game_id, outcome, matches from (values
    ('mines-classic', 'settled', 1204), ('mines-classic', 'seed-missing', 7), ('mines-classic', 'idle', 2),
    ('mines-royale', 'settled', 388), ('mines-royale', 'interrupted', 1), ('mines-duel', 'settled', 96)
  ) as tally (game_id, outcome, matches)
  on conflict do nothing`

/** A match that holds, one of whose bytes was changed, and how many were canceled. */
export const verify: Scene = async ({ studio, server }) => {
  const { url } = server
  const guest = await connectPlayer(url)
  const matchId = await guest.join('mines-trial', '100', 'trial')
  await guest.play()
  guest.leave()
  const answer = await fetch(url + addressOf(fairnessCalls.record, { params: { id: matchId } }))
  const text = await answer.text()
  const salt = text.lastIndexOf('"salt":"') + 8
  const changed = text.slice(0, salt) + (text[salt] === '0' ? '1' : '0') + text.slice(salt + 1)

  await server.change(async (db) => {
    await db.query(ended)
  })

  const { page, keep, close } = await openPage(studio)
  await page.goto(`${url}/verify#${matchId}`)
  await page.getByRole('heading', { name: 'Everything checks out' }).waitFor()
  await keep('verify-holds')
  await keep('verify-voids', { holds: below(page, 'Canceled matches') })
  await page.goto(`${url}/verify`)
  await page.getByRole('heading', { level: 1, name: 'Check a match' }).waitFor()
  await keep('verify')
  await page.getByLabel('Match ID, link, or record').fill(changed)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByRole('heading', { name: 'Check failed' }).waitFor()
  await keep('verify-fails')
  await keep('verify-step', {
    holds: () =>
      page.locator('[data-outcome=fails]').evaluate((element) => element.scrollIntoView({ block: 'center' })),
  })
  await close()
}
