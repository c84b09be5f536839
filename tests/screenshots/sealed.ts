import { board, openable } from '../harness/browser.ts'
import { hasEnded } from '../harness/player.ts'
import { openPage } from './camera.ts'
import { press } from './match.ts'
import { seatOf, signedIn } from './people.ts'
import type { Scene } from './scene.ts'

/** A Sealed Duel: its door and rules, and a tile while the links for it come. */
export const sealed: Scene = async ({ studio, server, people }) => {
  const { url } = server
  const { mai, crowd } = await people()
  const [, rival] = crowd
  if (!rival) throw new Error('no one is there to play against')
  const { page, keep, close } = await openPage(studio, await signedIn(url, mai))
  /** From the next pick on the page hears nothing more, and so the tile is drawn for as long as it is looked at. */
  const line = { holds: false }
  await page.routeWebSocket(/\/socket\.io\//, (near) => {
    const far = near.connectToServer()
    let isHeld = false
    far.onMessage((message) => {
      if (!isHeld) near.send(message)
      isHeld ||= line.holds && String(message).includes('TilePicked')
    })
  })
  await page.goto(`${url}/games`)
  await press(page, 'Rules of Sealed Duel')
  await page.getByRole('dialog', { name: 'Sealed Duel rules' }).waitFor()
  await keep('sealed-rules')
  await page.goto(`${url}/game/mines-sealed-duel?stake=100&asset=coin`)
  await page.getByRole('button', { name: 'Join for 100 coins' }).waitFor()
  await keep('sealed-door')
  await press(page, 'Join for 100 coins')
  const other = await seatOf(url, rival)
  await other.join('mines-sealed-duel', '100', 'coin')
  await board(page).waitFor()
  const isMine = async () =>
    hasEnded(await other.until((state) => hasEnded(state) || state.turn !== null)) ||
    other.state()?.turn?.seat !== other.seat()
  while (!(await isMine())) {
    const turn = other.state()?.turn?.turn
    await other.open(other.state()?.board?.tiles.indexOf(null) ?? 0)
    await other.until((state) => hasEnded(state) || state.turn?.turn !== turn)
  }
  line.holds = true
  await openable(page).nth(6).click()
  await page.getByText(/^Drawing/).waitFor()
  await keep('sealed-draw', { busy: true })
  other.leave()
  await close()
}
