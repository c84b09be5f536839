// Takes a picture once the page stands still.
import { join } from 'node:path'

/** Longer animations are clocks and decoration, in milliseconds. */
const shortMs = 2_000

/** Whether fonts are here and nothing slides or fades any more. */
const standsStill = (limit) =>
  document.fonts.status === 'loaded' &&
  document.getAnimations().every(({ playState, effect }) => {
    const { endTime } = effect.getComputedTiming()
    return playState !== 'running' || endTime > limit
  })

/** Resolves when nothing on the page is busy loading. */
export const settled = (page) => page.waitForFunction(() => !document.querySelector('[aria-busy=true]'))

/** Keeps what the viewport shows as `<folder>/<name>-<size>.png`. */
export const cameraFor = (page, folder, size) => async (name) => {
  await page.waitForFunction(standsStill, shortMs)
  await page.screenshot({ path: join(folder, `${name}-${size}.png`) })
  console.log(`${name}-${size}`)
}
