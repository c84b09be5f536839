import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fallbackLanguage, type LanguageId, usableLanguages } from '@minefall/shared/languages'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { measure, note } from './measure.ts'
import { widest } from './people.ts'

/** What a page is looked at with, in CSS pixels. */
type Size = { name: string; width: number; height: number; deviceScaleFactor: number; mobile: boolean }
type Part = 'phone' | 'tablet' | 'desktop'

const partOf = (width: number): Part => (width < 600 ? 'phone' : width <= 900 ? 'tablet' : 'desktop')

const shapes = {
  phone: { height: 740, deviceScaleFactor: 2, mobile: true },
  tablet: { height: 1180, deviceScaleFactor: 1, mobile: true },
  desktop: { height: 900, deviceScaleFactor: 1, mobile: false },
} as const

/** The largest is the last: there everything is within reach of a click. */
const sizes: readonly Size[] = ([360, 820, 1440] as const).map((width) => ({
  name: partOf(width),
  width,
  ...shapes[partOf(width)],
}))

/** What is measured: phones from the smallest on, tablets, and desktops. */
const widths: readonly Size[] = [320, 360, 375, 390, 412, 600, 820, 900, 1024, 1200, 1440, 1920].map(
  (width) => ({
    name: `${width}`,
    width,
    ...shapes[partOf(width)],
  }),
)

/** Where each link and button is tried: it takes most of the time, and widths between these have their layout. */
const pressedAt: readonly number[] = [320, 390, 900, 1440]

/** Where text of twice its size is measured, and in which languages; and the colors of the system. */
const largeAt: readonly number[] = [390, 1440]
const largeIn: readonly LanguageId[] = ['en-US', 'pt-BR']

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

/** What someone's browser makes text as large as, for a page whose fonts are in `rem`. */
const setTextSize = (size: string) => {
  document.documentElement.style.fontSize = size
}

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
  /** Each size in English; a phone in each language; or every width in each language, measured and not pictured. */
  views: 'sizes' | 'languages' | 'widths'
  /** What every page wears, in place of the theme that it begins with. */
  theme: string | null
  /** Names of the only pictures to look at; none for all. */
  only: readonly string[]
}

/** Pictures taken since the program began. */
let taken = 0
export const picturesTaken = () => taken

type View = { name: string; size: Size; language: LanguageId; largeText?: boolean; forcedColors?: boolean }

/** What a page is made for, where that isn't everything. */
type Made = { but?: Part; languages?: readonly LanguageId[] }

/** What is looked at, in groups: within one, the page only changes its size. */
const groupsOf = (
  { views, theme }: Studio,
  { but, languages = usableLanguages.map(({ id }) => id) }: Made,
): View[][] => {
  const worn = theme === null ? '' : `${theme}-`
  const isMeant = ({ width }: Size) => partOf(width) !== but
  if (views === 'sizes')
    return sizes
      .filter(isMeant)
      .map((size) => [{ name: `${worn}${size.name}`, size, language: fallbackLanguage }])
  if (views === 'languages')
    return sizes
      .filter((size) => isMeant(size) && size.name === 'phone')
      .flatMap((size) =>
        languages.map((language) => [{ name: `${worn}${size.name}-${language}`, size, language }]),
      )
  const meant = widths.filter(isMeant)
  return languages.map((language) => {
    const more = largeIn.includes(language) ? meant.filter(({ width }) => largeAt.includes(width)) : []
    return [
      ...meant.map((size) => ({ name: `${size.name}-${language}`, size, language })),
      ...more.map((size) => ({ name: `${size.name}-${language}-large`, size, language, largeText: true })),
      ...more.map((size) => ({
        name: `${size.name}-${language}-forced`,
        size,
        language,
        forcedColors: true,
      })),
    ]
  })
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
 */
export const openPage = async (
  studio: Studio,
  options: BrowserContextOptions = {},
  made: Made = {},
): Promise<Looked> => {
  const { browser, folder, views: kind, theme, only } = studio
  const groups = groupsOf(studio, made)
  // What is measured need not move, which would have to be waited for.
  const still = kind === 'widths' ? ({ reducedMotion: 'reduce' } as const) : {}
  const context = await browser.newContext({ locale: fallbackLanguage, ...still, ...options, viewport: null })
  if (theme !== null) await context.addInitScript((id) => localStorage.setItem('currentTheme', id), theme)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  const become = async ({ width, height, deviceScaleFactor, mobile }: Size) => {
    await devtools.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor, mobile })
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: mobile })
  }
  const becomeEach = async () => {
    for (const size of sizes) if (size.name !== made.but) await become(size)
  }
  await becomeEach()
  const done = new Set<string>()
  /** What the last view had: setting it once more would lay out the page once more. */
  let worn = { largeText: false, forcedColors: false }
  /** Looks at the page; what it resolves to keeps what was seen. */
  const look = async (
    name: string,
    busy: boolean,
    { size, largeText = false, forcedColors = false, name: view }: View,
  ) => {
    await become(size)
    if (largeText !== worn.largeText) await page.evaluate(setTextSize, largeText ? '200%' : '')
    if (forcedColors !== worn.forcedColors)
      await page.emulateMedia({ forcedColors: forcedColors ? 'active' : null })
    worn = { largeText, forcedColors }
    await page.evaluate(twoFrames)
    await page.waitForFunction(standsStill, { limit: shortMs, busy })
    if (kind === 'widths') {
      const found = await page.evaluate(measure, {
        isTouched: size.mobile,
        isLarge: largeText,
        isPressed: pressedAt.includes(size.width),
        names: widest.names,
      })
      return () => note(name, view, found)
    }
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
    return async () => {
      await writeFile(join(folder, `${name}-${view}.webp`), Buffer.from(data, 'base64'))
      taken += 1
    }
  }
  const keep: Camera = async (name, looking = {}) => {
    if (only.length > 0 && !only.includes(name)) return true
    const { holds, during = async () => true, ends, busy = false } = looking
    for (const group of ends ? groups.flat().map((view) => [view]) : groups) {
      const [first] = group
      if (!first || done.has(`${name}-${first.name}`)) continue
      await become(first.size)
      await holds?.()
      if (kind !== 'sizes') await speak(page, first.language)
      const seen: (() => Promise<void> | void)[] = []
      for (const view of group) seen.push(await look(name, busy, view))
      if (kind !== 'sizes') await speak(page, fallbackLanguage)
      const isThere = await during()
      await ends?.()
      if (!isThere) {
        await becomeEach()
        return false
      }
      for (const keepIt of seen) await keepIt()
      done.add(`${name}-${first.name}`)
    }
    if (kind !== 'sizes') await becomeEach()
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
