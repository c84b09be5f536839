import { bearer, posted } from '../harness/accounts.ts'
import { openPage } from './camera.ts'
import { signedIn } from './people.ts'
import type { Scene } from './scene.ts'

/** What stands where something can't be shown, and where someone is not to play. */
export const broken: Scene = async ({ studio, server: { url }, people }) => {
  const { page, keep, close } = await openPage(studio, { serviceWorkers: 'block' })
  await page.goto(`${url}/game/mines-nowhere`)
  await page.getByText('Game Not Found').waitFor()
  await keep('not-found')
  await page.route('**/assets/GameCenter-*.js', (route) => route.abort())
  // The page reloads once on its own.
  let loads = 0
  const reloaded = page.waitForEvent('load', { predicate: () => ++loads === 2 })
  await page.goto(`${url}/games`)
  await reloaded
  await page.getByRole('heading', { name: 'Load Failed' }).waitFor()
  await keep('error')
  await page.route('**/config.json', (route) => route.abort())
  await page.route('**/assets/SettingsModal-*.js', (route) => route.abort())
  await page.goto(url)
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByText('The page reloads when').waitFor()
  await keep('error-part')
  await close()

  const { resting } = await people()
  const body = { kind: 'time-out', days: 7 }
  await posted(url, 'user/play/break', body, { headers: bearer(resting.token) })
  const paused = await openPage(studio, await signedIn(url, resting))
  await paused.page.goto(`${url}/games`)
  await paused.page.getByText(/^You are on a time-out until/).waitFor()
  await paused.keep('break-games')
  await paused.page.goto(`${url}/game/mines-trial`)
  await paused.page.getByText('You are taking a break').first().waitFor()
  await paused.keep('break-table')
  await paused.page.goto(`${url}/?modal=play`)
  await paused.page.getByText('You are on a time-out', { exact: true }).first().waitFor()
  await paused.keep('break-sheet')
  await paused.close()
}
