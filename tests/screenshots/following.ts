import { bearer, get, posted } from '../harness/accounts.ts'
import { below, openPage } from './camera.ts'
import { press } from './match.ts'
import { seatAll, seatOf, signedIn } from './people.ts'
import type { Scene } from './scene.ts'

/** Following a player, who is here, and an invitation to a private table. */
export const following: Scene = async ({ studio, server: { url }, people }) => {
  const { mai, crowd } = await people()
  const [ana, ben, cleo] = crowd
  if (!ana || !ben || !cleo) throw new Error('too few have come')
  const pageOf = async ({ token }: { token: string }) => {
    await posted(url, 'user/showHere', { shown: true }, { headers: bearer(token) })
    const { data } = await get(url, 'user/profile', bearer(token))
    return String(Object(data).id)
  }
  const [own, other, third] = [await pageOf(ana), await pageOf(ben), await pageOf(cleo)]
  const players = await Promise.all([ana, ben].map((one) => seatOf(url, one)))
  const waiting = await seatOf(url, cleo)
  const { over } = await seatAll(players, ['mines-duel', '10', 'promo'], 9_000)

  const { page, keep, close } = await openPage(studio, await signedIn(url, mai))
  const headers = bearer(mai.token)
  for (const id of [own, third]) await posted(url, 'user/follow', { id, follow: true }, { headers })
  await page.goto(`${url}/player/${other}`)
  await page.getByRole('button', { name: /^Follow / }).waitFor()
  await keep('player-follow')
  await press(page, 'Block')
  await page.getByRole('dialog').waitFor()
  await keep('player-block')
  await page.keyboard.press('Escape')
  await page.goto(`${url}/games`)
  await page.getByText('Online').first().waitFor()
  await keep('games-here', { holds: below(page, 'Who’s online') })
  await press(page, /^Invite .* to a private table$/)
  await page.getByRole('dialog').waitFor()
  await keep('invite-to-table')
  await over
  for (const player of [...players, waiting]) player.leave()
  await close()
}
