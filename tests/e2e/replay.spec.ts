import { boardOdds, type MatchState } from '@minefall/shared/game'
import { board, expect, test } from '../harness/browser.ts'
import { connectPlayer, hasEnded, type Player, reachOwnTurn } from '../harness/player.ts'

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

const oddsOf = ({ board: seen, rules }: MatchState): [tile: number, risk: number][] =>
  seen ? [...boardOdds(seen, rules).odds] : []

/** Opens the riskiest tile that may be safe, so that the match turns on it. */
const playRiskily = async (player: Player): Promise<MatchState> => {
  for (;;) {
    const state = await player.until((s) => hasEnded(s) || s.turn?.seat === player.seat())
    if (hasEnded(state)) return state
    const risky = oddsOf(state).filter(([, risk]) => risk < 1)
    await player.open(risky.toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? -1)
    await player.until((s) => hasEnded(s) || s.turn?.turn !== state.turn?.turn)
  }
}

test('a replay shows the odds of a position and leads to the moves that the match turned on; a match that runs shows neither', async ({
  page,
  server,
  problems,
}) => {
  const guest = await connectPlayer(server.url)
  const { matchId } = await reachOwnTurn(guest)
  const address = `${server.url}/game/mines-trial?match=${matchId}&ply=1`
  await page.goto(address)
  await expect(page.getByText('1 watching', { exact: true }).filter({ visible: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Odds' })).toHaveCount(0)
  await expect(board(page).getByRole('gridcell', { name: /odds/ })).toHaveCount(0)

  const { moves } = await playRiskily(guest)
  guest.leave()
  await page.goto('about:blank')
  await page.goto(address.replace('ply=1', 'ply=0'))
  const scrubber = page.getByRole('slider', { name: 'Move' })
  await expect(scrubber).toHaveValue('0')
  const odds = page.getByRole('button', { name: 'Odds' })
  await odds.press('Enter')
  await expect(odds).toHaveAttribute('aria-pressed', 'true')
  await expect(board(page).getByRole('gridcell', { name: /, closed, \d+% mine odds(, best)?$/ })).toHaveCount(
    31,
  )
  const best = board(page).getByRole('gridcell', { name: /, best$/ })
  await expect(best.first()).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^Best, at \d+%: [A-F][1-6]/ })).toBeVisible()
  await odds.press('Enter')
  await expect(best).toHaveCount(0)

  await page.getByRole('button', { name: 'Turning points' }).click()
  const points = page.getByRole('dialog', { name: 'Turning points' })
  const point = points.getByRole('listitem').first()
  const [, ply = ''] = /^Move (\d+): .+ \d+%/.exec((await point.textContent()) ?? '') ?? []
  expect(Number(ply)).toBeGreaterThan(0)
  expect(Number(ply)).toBeLessThanOrEqual(moves.length)
  await point.getByRole('button').press('Enter')
  await expect(points).toHaveCount(0)
  await expect(scrubber).toHaveValue(ply)

  // On a phone held wide, all controls are reached beside the board.
  await page.setViewportSize({ width: 844, height: 390 })
  const turning = page.getByRole('button', { name: 'Turning points' })
  await turning.scrollIntoViewIfNeeded()
  for (const part of [turning, board(page).getByRole('gridcell').last()])
    await expect(part).toBeInViewport({ ratio: 1 })

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.evaluate(() => localStorage.setItem('locale', 'pt-BR'))
  await page.reload()
  const speedAndPlay = page.getByRole('button', { name: /^(Velocidade.*|Iniciar)$/ })
  await expect(speedAndPlay).toHaveCount(2)
  await page.evaluate(() => document.fonts.ready)
  /** How much higher the middle of one is than that of the other, in one layout. */
  const apart = () =>
    speedAndPlay.evaluateAll((buttons) => {
      const [one = Number.NaN, other = Number.NaN] = buttons.map((button) => {
        const { top, bottom } = button.getBoundingClientRect()
        return (top + bottom) / 2
      })
      return Math.abs(one - other)
    })
  await expect.poll(apart).toBeLessThan(0.5)
  expect(problems).toEqual([])
})
