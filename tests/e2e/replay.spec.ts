import { board, expect, test } from '../harness/browser.ts'
import { connectPlayer } from '../harness/player.ts'

// Nothing moves on the board: it is not what is tested, and costs most of the time.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a match that is over is replayed move by move, at an address that follows', async ({
  page,
  server,
  problems,
}) => {
  const guest = await connectPlayer(server.url)
  const matchId = await guest.join('mines-trial', '100', 'trial')
  const { moves, table } = await guest.play()
  guest.leave()
  const last = moves.length
  const address = `${server.url}/game/mines-trial?match=${matchId}`

  await page.goto(address)
  await page
    .getByRole('dialog', { name: /wins|share the pot|Match over|Match canceled/ })
    .getByRole('link', { name: 'Replay' })
    .click()
  const scrubber = page.getByRole('slider', { name: 'Move' })
  await expect(scrubber).toHaveAttribute(
    'aria-valuetext',
    new RegExp(`^Start. ${last} moves? follows?. Opened by the house .mines near.: [A-F][1-6] `),
  )
  await expect(board(page).getByRole('gridcell', { name: /, closed$/ })).toHaveCount(31)

  await page.getByRole('button', { name: 'Next move' }).click()
  const mover = table[moves[0]?.seat ?? -1]?.player.name
  await expect(scrubber).toHaveAttribute(
    'aria-valuetext',
    new RegExp(`^Move 1 of ${last}: ${mover} opened [A-F][1-6]`),
  )
  await expect(page).toHaveURL(`${address}&ply=1`)
  await page.reload()
  await expect(scrubber).toHaveValue('1')
  await expect(board(page).getByRole('gridcell', { name: /, (safe|mine), .*opened by/ })).toHaveCount(6)

  await scrubber.press('End')
  await expect(page.getByText(`Move ${last} of ${last}:`)).toContainText(/The match is over|share the pot/)
  await page.getByRole('button', { name: 'Board verified' }).click()
  await expect(page.getByRole('dialog', { name: 'How this board is proved' })).toBeVisible()
  expect(problems).toEqual([])
})
