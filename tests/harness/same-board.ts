import { type MatchId, matchIdSchema } from '@minefall/shared/game'
import type { Page } from '@playwright/test'
import { expect, playTrialToOwnTurn } from './browser.ts'
import { connectPlayer } from './player.ts'

/** The match that the page's address names. */
export const matchIdOf = async (page: Page): Promise<MatchId> => {
  await expect(page).toHaveURL(/match=[0-9a-f]{32}/)
  return matchIdSchema.parse(new URL(page.url()).searchParams.get('match'))
}

/** What a tile of a trial's board is called. */
export const tileName = (tile: number): string =>
  `${String.fromCharCode(65 + (tile % 6))}${Math.floor(tile / 6) + 1}`

/** What the page shows of the board, as names of its cells without who opened them. */
export const shown = async (page: Page): Promise<string[]> =>
  (
    await page
      .locator('[role=gridcell]')
      .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label') ?? ''))
  ).map((label) => label.replace(/, opened by.*/, ''))

/** The same of a state that a watcher folded from every event. */
export const expectSameBoard = async (page: Page, serverUrl: string, matchId: MatchId) => {
  const watcher = await connectPlayer(serverUrl)
  await watcher.follow(matchId)
  const expected = () =>
    (watcher.state()?.board?.tiles ?? []).map((tile, number) => {
      const at = tileName(number)
      if (!tile) return `${at}, closed`
      return tile.mine ? `${at}, mine` : `${at}, safe, ${tile.clue} mine${tile.clue === 1 ? '' : 's'} near`
    })
  await expect.poll(async () => JSON.stringify(await shown(page)) === JSON.stringify(expected())).toBe(true)
  watcher.leave()
}

/** Freezes a tab in mid-match for so long, as a system does with one in the background, and expects it to catch up. */
export const expectToCatchUp = async (page: Page, serverUrl: string, frozenMs: number) => {
  await playTrialToOwnTurn(page, serverUrl)
  const matchId = await matchIdOf(page)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' })
  // The world goes on by its own clock, as a watcher sees it.
  const watcher = await connectPlayer(serverUrl)
  await watcher.follow(matchId)
  const began = Date.now()
  await expect.poll(() => Date.now() - began, { intervals: [500] }).toBeGreaterThan(frozenMs)
  watcher.leave()
  await devtools.send('Page.setWebLifecycleState', { state: 'active' })
  await expectSameBoard(page, serverUrl, matchId)
}
