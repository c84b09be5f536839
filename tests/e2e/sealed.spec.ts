import { addressOf } from '@minefall/shared/contracts'
import { fairnessCalls } from '@minefall/shared/contracts/rest'
import type { MatchState } from '@minefall/shared/game'
import { failedStep, verifyRecord } from '@minefall/shared/record'
import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from '../harness/axe.ts'
import { newRival, playOut, sitDown } from '../harness/battle-pages.ts'
import { expect, openable, result, test } from '../harness/browser.ts'
import { network } from '../harness/network.ts'
import { connectPlayer, hasEnded } from '../harness/player.ts'
import { matchIdOf } from '../harness/same-board.ts'

const table = 'mines-sealed-duel'

/** A match that two pages sit at, as a watcher without a browser sees it. */
const watch = async (url: string, page: Page) => {
  const matchId = await matchIdOf(page)
  const watcher = await connectPlayer(url)
  await watcher.follow(matchId)
  const until = (wanted: (state: MatchState) => boolean) =>
    watcher.until((state) => hasEnded(state) || wanted(state))
  return { matchId, until, leave: watcher.leave }
}

test('a Sealed Duel of two browsers: one offline while a tile is drawn, one reloaded in mid-turn, all of it verified', async ({
  browser,
  server,
  problems,
}) => {
  const sit = async () => {
    const net = await network(server.port)
    return { net, ...(await newRival(browser, net.url, problems)) }
  }
  const [anna, ben] = [await sit(), await sit()]
  await anna.page.goto(`${anna.net.url}/game/${table}?stake=10&asset=promo`)
  await expect(anna.page.getByText('What a tile hides is decided only when it’s picked')).toBeVisible()
  await expectNoAxeViolations(anna.page)

  /** Two turns; answers whether both tiles were safe. */
  const begin = async (): Promise<string | null> => {
    for (const { page, net } of [anna, ben]) await sitDown(page, net.url, table, '10', 'bonus coins')
    const { matchId, until, leave } = await watch(server.url, anna.page)
    const { turn } = await until((state) => state.turn !== null)
    const [one, other] = turn?.seat === 0 ? [anna, ben] : [ben, anna]
    const [first, second] = [one.page, other.page]

    // A page from which no link comes is silent in that turn, and shown as such.
    other.net.freeze()
    await openable(first).first().click()
    const drawn = await until(({ moves }) => moves.length === 1)
    other.net.restore()
    if (hasEnded(drawn)) {
      leave()
      return null
    }
    await expect(first.getByText('Silent', { exact: true })).toBeVisible()
    await expect(second.getByRole('gridcell', { name: /opened by/ })).toHaveCount(1)

    // A page that is loaded again in the other's turn has its links as before.
    await openable(second).first().click()
    await first.reload()
    const again = await until(({ moves }) => moves.length === 2)
    if (hasEnded(again)) {
      leave()
      return null
    }
    await expect(openable(first).first()).toBeVisible()
    await expectNoAxeViolations(first)
    await openable(first).first().click()
    const third = await until(({ moves }) => moves.length === 3)
    expect(third.moves[2]).toMatchObject({ seat: turn?.seat, by: 'hand' })
    leave()
    return matchId
  }
  let matchId: string | null = null
  while (matchId === null) matchId = await begin()

  await playOut(server.url, [anna.page, ben.page])
  for (const page of [anna.page, ben.page])
    await expect(result(page).getByText('Board verified')).toBeVisible()
  const answer = await fetch(server.url + addressOf(fairnessCalls.record, { params: { id: matchId } }))
  const { results } = await verifyRecord(await answer.text())
  expect([failedStep({ results }), results.find(({ step }) => step === 'links')?.outcome]).toEqual([
    null,
    'holds',
  ])
  for (const { net } of [anna, ben]) await net.close()
  expect(problems).toEqual([])
})
