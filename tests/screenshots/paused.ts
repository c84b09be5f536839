import { startCluster } from '../cluster/cluster.ts'
import { openable, turnTimer } from '../harness/browser.ts'
import { longTurns } from '../harness/server.ts'
import { quick } from '../harness/settings.ts'
import { openPage } from './camera.ts'
import type { Scene } from './scene.ts'

/** Play that is paused by a fault of ours: on a cluster whose nodes cannot hear each other for a while. */
export const paused: Scene = async ({ studio }) => {
  const cluster = await startCluster({ settings: { platform: quick, bff: quick }, prepare: longTurns })
  try {
    const { page, keep, close } = await openPage(studio, { serviceWorkers: 'block' })
    do {
      await page.goto(cluster.url)
      await page.getByRole('link', { name: 'Play a trial' }).first().click()
      await turnTimer(page).or(page.getByRole('dialog')).first().waitFor()
    } while (!(await turnTimer(page).isVisible()))
    await cluster.nats.kill()
    await page.getByRole('status').filter({ hasText: 'Play is paused' }).waitFor()
    await openable(page).first().waitFor({ state: 'detached' })
    await keep('match-paused')
    await close()
  } finally {
    await cluster.remove()
  }
}
