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
  /** From the next pick on the page hears nothing until it connects again: a tile is drawn for some seconds. */
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
  const door = `${url}/game/mines-sealed-duel?stake=100&asset=coin`
  await page.goto(door)
  await page.getByRole('button', { name: 'Join for 100 coins' }).waitFor()
  await keep('sealed-door')
  const other = await seatOf(url, rival)
  const sitDown = async () => {
    await page.goto(door)
    await press(page, 'Join for 100 coins')
    await other.join('mines-sealed-duel', '100', 'coin')
    await board(page).waitFor()
  }
  /** Moves for the other one; answers whether the page has a turn. */
  const isOwnTurn = async (): Promise<boolean> => {
    for (;;) {
      const state = await other.until((now) => hasEnded(now) || now.turn !== null)
      if (hasEnded(state)) return false
      if (state.turn?.seat !== other.seat()) return true
      await other.open(state.board?.tiles.indexOf(null) ?? 0)
      await other.until((now) => hasEnded(now) || now.turn?.turn !== state.turn?.turn)
    }
  }
  await sitDown()
  for (let isSeen = false; !isSeen; ) {
    if (!(await isOwnTurn())) {
      await sitDown()
      continue
    }
    const turn = other.state()?.turn?.turn
    const tile = openable(page).last()
    await tile.waitFor()
    line.holds = true
    await tile.click()
    const drawing = page.getByText(/^Drawing/)
    await drawing.waitFor()
    isSeen = await keep('sealed-draw', {
      busy: true,
      during: async () => (await drawing.isVisible()) && !(await page.getByRole('alertdialog').isVisible()),
    })
    line.holds = false
    await other.until((state) => hasEnded(state) || state.turn?.turn !== turn)
  }
  other.leave()
  await close()
}
