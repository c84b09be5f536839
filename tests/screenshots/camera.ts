import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'

/** What a page is looked at with, in CSS pixels. The largest is the last: there everything is within reach of a click. */
const sizes = [
  { name: 'phone', width: 360, height: 740, deviceScaleFactor: 2, mobile: true },
  { name: 'tablet', width: 820, height: 1180, deviceScaleFactor: 1, mobile: true },
  { name: 'desktop', width: 1440, height: 900, deviceScaleFactor: 1, mobile: false },
] as const
type Size = (typeof sizes)[number]

/** Longer animations are clocks and decoration, in milliseconds. */
const shortMs = 2_000

/** Whether fonts are here, nothing is busy loading, and nothing slides or fades any more. */
const standsStill = ({ limit, busy }: { limit: number; busy: boolean }) =>
  document.fonts.status === 'loaded' &&
  (busy || !document.querySelector('[aria-busy=true]')) &&
  document.getAnimations().every(({ playState, effect }) => {
    const endTime = Number(effect?.getComputedTiming().endTime ?? 0)
    return playState !== 'running' || endTime > limit
  })

/** Two frames: the first lays out what a new size changed, the second shows what that drew. */
const twoFrames = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })

export type Looking = {
  /** Brings about what is looked at, for each size. */
  holds?: () => Promise<unknown>
  /** Whether it is there: where it has passed, the sizes that are left are taken when the camera is asked again. */
  during?: () => Promise<boolean>
  /** The page shows what is busy, for ever. */
  busy?: boolean
}

/** Keeps what one page shows at every size as `<name>-<size>.webp`; answers whether all of them are there. */
export type Camera = (name: string, looking?: Looking) => Promise<boolean>

export type Looked = { page: Page; keep: Camera; close(): Promise<void> }

/** Pictures taken since the program began. */
let taken = 0
export const picturesTaken = () => taken

/**
 * A page that changes its size as the camera asks: it is loaded and played once for all of them. `but` names a size that
 * it is not made for.
 */
export const openPage = async (
  browser: Browser,
  folder: string,
  options: BrowserContextOptions = {},
  but: Size['name'] | null = null,
): Promise<Looked> => {
  const looked = sizes.filter(({ name }) => name !== but)
  const context = await browser.newContext({ locale: 'en-US', ...options, viewport: null })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  const become = async ({ width, height, deviceScaleFactor, mobile }: Size) => {
    await devtools.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor, mobile })
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: mobile })
  }
  const becomeEach = async () => {
    for (const size of looked) await become(size)
  }
  await becomeEach()
  const done = new Set<string>()
  const keep: Camera = async (name, { holds, during = async () => true, busy = false } = {}) => {
    for (const size of looked) {
      const file = `${name}-${size.name}.webp`
      if (done.has(file)) continue
      await become(size)
      await holds?.()
      await page.evaluate(twoFrames)
      await page.waitForFunction(standsStill, { limit: shortMs, busy })
      const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
      if (!(await during())) {
        await becomeEach()
        return false
      }
      await writeFile(join(folder, file), Buffer.from(data, 'base64'))
      done.add(file)
      taken += 1
    }
    console.log(name)
    return true
  }
  return { page, keep, close: () => context.close() }
}

/** Holds a heading in the middle of what is looked at: what is below the fold of a page is another picture of it. */
export const below = (page: Page, heading: string) => () =>
  page.getByRole('heading', { name: heading, exact: true }).evaluate((element) => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
  })
