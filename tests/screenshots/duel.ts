import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { board, result } from '../harness/browser.ts'
import { hasEnded } from '../harness/player.ts'
import { openPage } from './camera.ts'
import { move, press } from './match.ts'
import { paymentPassword, seatOf, signedIn } from './people.ts'
import type { Scene } from './scene.ts'

const hex = (bytes: number) => randomBytes(bytes).toString('hex')

/** Someone's seat for coins: the stakes, the wait, what opens over a match, and a win. */
export const duel: Scene = async ({ studio, server: { url }, people }) => {
  const { mai, crowd } = await people()
  const [, rival] = crowd
  if (!rival) throw new Error('no one is there to play against')
  const { page, keep, close } = await openPage(studio, await signedIn(url, mai))
  await page.goto(`${url}/game/mines-duel?stake=100&asset=coin`)
  const sit = page.getByRole('button', { name: 'Join for 100 coins' })
  await sit.waitFor()
  await keep('stakes')
  await sit.click()
  await page.getByText('Waiting for 1 more player.').waitFor()
  await keep('gathering-coins')

  const other = await seatOf(url, rival)
  const matchId = await other.join('mines-duel', '100', 'coin')
  const others = async () => {
    for (;;) {
      const state = await other.until((s) => hasEnded(s) || s.turn?.seat === other.seat())
      if (hasEnded(state)) return
      await setTimeout(8_000)
      const at = state.board?.tiles.indexOf(null) ?? -1
      if (other.state()?.turn?.turn === state.turn?.turn && at >= 0) await other.open(at)
      await other.until((s) => hasEnded(s) || s.turn?.turn !== state.turn?.turn)
    }
  }
  const played = others()
  await board(page).waitFor()
  await page.getByRole('timer').first().waitFor()
  const opened = [
    ['Leave match', 'Leave the match?', 'match-leave'],
    ['Settings', 'Settings', 'match-settings'],
    ['Help', 'How to play', 'match-help'],
  ] as const
  for (const [button, name, picture] of opened) {
    await move(page)
    await press(page, button)
    const dialog = page.getByRole('dialog', { name, exact: true })
    await dialog.waitFor()
    await keep(picture)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
  await press(page, 'Help')
  const help = page.getByRole('dialog', { name: 'How to play' })
  await press(help, 'Report a problem')
  const report = page.getByRole('dialog', { name: 'Report a problem' })
  await report.getByRole('textbox', { name: 'What happened?' }).fill('The board stayed gray after my turn.')
  await keep('report')
  await press(report, 'Send report')
  const thanks = page.getByRole('dialog', { name: 'Thank you' })
  await thanks.waitFor()
  await keep('report-sent')
  for (const dialog of [thanks, help]) {
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
  await other.ask('match.leave', { commandId: hex(16), matchId })
  await played
  await result(page).getByText('Board verified').waitFor()
  await keep('result-won')
  await press(result(page), /^Rematch/)
  await result(page).getByText('1 of 2 in').waitFor()
  await keep('result-rematch')
  other.leave()
  await close()
}

/** Your private table, before anyone sits and with one seat taken. */
export const privateTable: Scene = async ({ studio, server: { url }, people }) => {
  const { mai } = await people()
  const { page, keep, close } = await openPage(studio, await signedIn(url, mai))
  await page.goto(`${url}/games`)
  await press(page, 'Private table, Clues')
  const dialog = page.getByRole('dialog', { name: 'Private table: Clues' })
  await dialog.waitFor()
  await keep('private-table')
  await press(dialog, 'Create table')
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await proof.getByRole('radio', { name: 'Payment password' }).check()
  await proof.getByRole('textbox', { name: 'Payment password' }).fill(paymentPassword)
  await keep('private-table-proof')
  await press(proof, 'Confirm')
  await page.getByRole('button', { name: /^Join for / }).waitFor()
  await keep('private-table-door')
  await press(page, /^Join for /)
  await page.getByText('Waiting for 3 more players.').waitFor()
  await keep('private-table-seated')
  await press(page, 'Leave match')
  const leaving = page.getByRole('dialog', { name: 'Leave the match?' })
  await leaving.waitFor()
  await press(leaving, 'Leave')
  // The page would take the request with it.
  await page.getByText('Waiting for 3 more players.').waitFor({ state: 'detached' })
  await close()
}
