import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fallbackLanguage, type LanguageId, usableLanguages } from '@minefall/shared/languages'
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
  /** Brings about what is looked at, for each picture. */
  holds?: () => Promise<unknown>
  /** Whether it is there: where it has passed, the pictures that are left are taken when the camera is asked again. */
  during?: () => Promise<boolean>
  /** Puts away what would not bear that the page changes its size. */
  ends?: () => Promise<unknown>
  /** The page shows what is busy, forever. */
  busy?: boolean
}

/** Keeps what one page shows as `<name>-<view>.webp`, for every view; answers whether all of them are there. */
export type Camera = (name: string, looking?: Looking) => Promise<boolean>

export type Looked = { page: Page; keep: Camera; close(): Promise<void> }

/** Where pictures are taken and kept. */
export type Studio = {
  browser: Browser
  folder: string
  /** On a phone in each language, in place of each size in English. */
  inLanguages: boolean
  /** What every page wears, in place of the theme that it begins with. */
  theme: string | null
}

/** Pictures taken since the program began. */
let taken = 0
export const picturesTaken = () => taken

type View = { name: string; size: Size; language: LanguageId }

const viewsOf = ({ inLanguages, theme }: Studio, but: Size['name'] | null): View[] => {
  const worn = theme === null ? '' : `${theme}-`
  return sizes
    .filter(({ name }) => name !== but && (name === 'phone' || !inLanguages))
    .flatMap((size) =>
      inLanguages
        ? usableLanguages.map(({ id }) => ({ name: `${worn}${size.name}-${id}`, size, language: id }))
        : [{ name: `${worn}${size.name}`, size, language: fallbackLanguage }],
    )
}

/** The page follows the language as if it were chosen in another tab. */
export const speak = async (page: Page, language: LanguageId) => {
  const choose = ([key, chosen]: readonly [string, string]) => {
    if (document.documentElement.lang === chosen) return
    localStorage.setItem(key, chosen)
    window.dispatchEvent(new StorageEvent('storage', { key }))
  }
  await page.evaluate(choose, ['locale', language] as const)
  await page.waitForFunction((chosen) => document.documentElement.lang === chosen, language)
}

/**
 * A page that changes its size or language as the camera asks: it is loaded and played once for all views, in English.
 * `but` names a size that it is not made for.
 */
export const openPage = async (
  studio: Studio,
  options: BrowserContextOptions = {},
  but: Size['name'] | null = null,
): Promise<Looked> => {
  const { browser, folder, inLanguages, theme } = studio
  const views = viewsOf(studio, but)
  const context = await browser.newContext({ locale: fallbackLanguage, ...options, viewport: null })
  if (theme !== null) await context.addInitScript((id) => localStorage.setItem('currentTheme', id), theme)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  const become = async ({ width, height, deviceScaleFactor, mobile }: Size) => {
    await devtools.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor, mobile })
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: mobile })
  }
  const becomeEach = async () => {
    for (const size of sizes) if (size.name !== but) await become(size)
  }
  await becomeEach()
  const done = new Set<string>()
  const keep: Camera = async (name, looking = {}) => {
    const { holds, during = async () => true, ends, busy = false } = looking
    for (const view of views) {
      const file = `${name}-${view.name}.webp`
      if (done.has(file)) continue
      await become(view.size)
      await holds?.()
      if (inLanguages) await speak(page, view.language)
      await page.evaluate(twoFrames)
      await page.waitForFunction(standsStill, { limit: shortMs, busy })
      const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
      if (inLanguages) await speak(page, fallbackLanguage)
      const isThere = await during()
      await ends?.()
      if (!isThere) {
        await becomeEach()
        return false
      }
      await writeFile(join(folder, file), Buffer.from(data, 'base64'))
      done.add(file)
      taken += 1
    }
    if (inLanguages) await becomeEach()
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
