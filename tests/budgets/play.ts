import type { Browser, Page } from '@playwright/test'
import { coldPage } from './home.ts'

/** Against hanging, in milliseconds: a match of quick practice opponents takes half a minute. */
const matchMs = 240_000
/** A tile that can't be pressed for so long, in milliseconds, is no one's any more: the clock has chosen one. */
const pressMs = 3_000
/** Effects are over after this long, in milliseconds; then frames are counted for as long. */
const restMs = 1_500

const timerOf = (page: Page) => page.getByRole('timer').filter({ hasText: 'Your turn' })
const resultOf = (page: Page) =>
  page.getByRole('dialog', { name: /You win|Out in|share the pot|Match canceled|Match over/ })

/** What a match cost the page's main thread, in milliseconds, from the player's first turn to the result. */
export type MatchCost = {
  /** From each press of a tile to the first frame that shows it on its way. */
  taps: number[]
  /** From each message with an opened tile to the first frame that shows it. */
  facts: number[]
  /** What it did in one piece for 50 ms or more. */
  tasks: number[]
  /** Frames asked for while nothing moved. */
  frames: number
}

declare global {
  /** What the board's observers saw so far. */
  var match: Pick<MatchCost, 'taps' | 'facts'> & { frames: number; tapped: number | null }
}

/**
 * Runs before the page's own scripts. A frame shows what the grid said before it: the board is drawn once after each
 * change, and nothing else draws with WebGL.
 */
const watchBoard = () => {
  const seen: typeof globalThis.match = { taps: [], facts: [], frames: 0, tapped: null }
  globalThis.match = seen
  let told = 0
  let opened: number | null = null
  const request = globalThis.requestAnimationFrame
  globalThis.requestAnimationFrame = (run) => {
    seen.frames += 1
    return request.call(globalThis, run)
  }
  const drawn = () => {
    const now = performance.now()
    if (seen.tapped !== null) seen.taps.push(now - seen.tapped)
    if (opened !== null) seen.facts.push(now - opened)
    seen.tapped = opened = null
  }
  const { drawElements } = WebGL2RenderingContext.prototype
  WebGL2RenderingContext.prototype.drawElements = function (...args) {
    drawElements.apply(this, args)
    drawn()
  }
  const Socket = globalThis.WebSocket
  globalThis.WebSocket = class extends Socket {
    constructor(...args: ConstructorParameters<typeof Socket>) {
      super(...args)
      this.addEventListener('message', () => {
        told = performance.now()
      })
    }
  }
  new MutationObserver((changes) => {
    const kinds = changes.map(({ target }) => target instanceof Element && target.getAttribute('data-kind'))
    if (kinds.includes('open') || kinds.includes('mine')) opened = told
  }).observe(document, { attributes: true, attributeFilter: ['data-kind'], subtree: true })
}

/** Opens a tile as a key does, so that no finger moves the tile before; false when it is not the player's to open. */
const press = async (page: Page) => {
  const tile = page.locator('[role=gridcell]:not([aria-disabled=true])[aria-label$=", closed"]').last()
  return tile
    .evaluate(
      (element: HTMLElement) => {
        globalThis.match.tapped = performance.now()
        element.click()
      },
      undefined,
      { timeout: pressMs },
    )
    .then(
      () => true,
      () => false,
    )
}

const framesAtRest = async (page: Page) => {
  const wait = () => page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), restMs)
  await wait()
  const before = await page.evaluate(() => globalThis.match.frames)
  await wait()
  return (await page.evaluate(() => globalThis.match.frames)) - before
}

/** Plays a trial match in a page with a processor `slowdown` times slower. */
export const costOfMatch = async (browser: Browser, url: string, slowdown: number): Promise<MatchCost> => {
  const { page, close } = await coldPage(browser, slowdown)
  await page.addInitScript(watchBoard)
  await page.goto(url)
  await page.getByRole('link', { name: 'Play a trial' }).first().click()
  const [mine, result] = [timerOf(page), resultOf(page)]
  await mine.or(result).first().waitFor({ timeout: matchMs })
  await page.locator('[data-drawing=drawn]').waitFor()
  const frames = (await mine.isVisible()) ? await framesAtRest(page) : 0
  await page.evaluate(() => {
    globalThis.seen.tasks.length = 0
  })
  for (;;) {
    await mine.or(result).first().waitFor({ timeout: matchMs })
    if (await result.isVisible()) break
    if (await press(page)) await mine.waitFor({ state: 'detached', timeout: matchMs })
  }
  const { tasks } = await page.evaluate(() => globalThis.seen)
  const { taps, facts } = await page.evaluate(() => globalThis.match)
  await close()
  return { taps, facts, tasks, frames }
}
