import { connectPlayer } from '../harness/player.ts'
import { openPage } from './camera.ts'
import { seatAll } from './people.ts'
import type { Scene } from './scene.ts'

/** The banner of a next board goes after this long, in milliseconds; here it stays until the match ends. */
const bannerMs = 4_000
/** More matches than it takes to reach a second board. */
const matchesMost = 8

const holdBanner = (held: number) => {
  const { setTimeout } = globalThis
  const wait = (run: TimerHandler, ms?: number, ...given: unknown[]) =>
    ms === held ? 0 : setTimeout(run, ms, ...given)
  Object.assign(globalThis, { setTimeout: wait })
}

/** The line that announces the next board, over a match of skilled guests that is watched. */
export const nextBoard: Scene = async ({ studio, server: { url } }) => {
  const { page, keep, close } = await openPage(studio, { serviceWorkers: 'block' })
  await page.addInitScript(holdBanner, bannerMs)
  const banner = page.locator('[data-next-board]')
  for (let match = 0; match < matchesMost; match += 1) {
    const players = await Promise.all(Array.from({ length: 5 }, () => connectPlayer(url)))
    const { over } = await seatAll(players, ['mines-trial', '100', 'trial'], 1_500, 'skilled')
    await page.goto(`${url}/game/mines-trial?match=${players[0]?.state()?.matchId}`)
    await Promise.race([banner.waitFor({ timeout: 0 }), over])
    const isKept =
      (await banner.isVisible()) && (await keep('next-board', { during: () => banner.isVisible() }))
    await over
    for (const player of players) player.leave()
    if (isKept) return close()
  }
  throw new Error('No match reached a second board.')
}
