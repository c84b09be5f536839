import type { Browser, Page } from '@playwright/test'
import { coldPage } from './home.ts'
import { type Took, trace } from './trace.ts'

/** Against hanging, in milliseconds: a match of quick practice opponents takes half a minute. */
const matchMs = 240_000
/** A tile that can't be pressed for so long, in milliseconds, is no one's any more: the clock has chosen one. */
const pressMs = 3_000
/** Effects are over after this long, in milliseconds; then frames are counted for as long. */
const restMs = 1_500

const timerOf = (page: Page) => page.getByRole('timer').filter({ hasText: 'Your turn' })
const resultOf = (page: Page) =>
  page.getByRole('dialog', { name: /You win|Out in|share the pot|Match canceled|Match over/ })

/** What a match cost the page's main thread, from the player's first turn to the result. */
export type MatchCost = {
  /** From each press of a tile to the first frame that shows it on its way. */
  taps: Took[]
  /** From each message with an opened tile to the first frame that shows it. */
  facts: Took[]
  /** What it did in one piece. */
  tasks: Took[]
  /** Frames asked for while nothing moved. */
  frames: number
}

declare global {
  /** How many animation frames a page asked for. */
  var framesAsked: number
}

/**
 * Runs in a page before it has opened a match, and marks what is measured. A frame shows what the grid said before it: the
 * board is drawn once after each change, and nothing else draws with WebGL.
 */
export const watchBoard = () => {
  globalThis.framesAsked = 0
  const request = globalThis.requestAnimationFrame
  globalThis.requestAnimationFrame = (run) => {
    globalThis.framesAsked += 1
    return request.call(globalThis, run)
  }
  const { drawElements } = WebGL2RenderingContext.prototype
  WebGL2RenderingContext.prototype.drawElements = function (...args) {
    drawElements.apply(this, args)
    performance.mark('drawn')
  }
  // Who hears a message reads it first; its socket may be older than this.
  const data = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data')
  if (!data) throw new Error('a message has no data')
  Object.defineProperty(MessageEvent.prototype, 'data', {
    ...data,
    get(this: MessageEvent) {
      if (this.target instanceof WebSocket) performance.mark('message')
      return data.get?.call(this)
    },
  })
  new MutationObserver((changes) => {
    const kinds = changes.map(({ target }) => target instanceof Element && target.getAttribute('data-kind'))
    if (kinds.includes('pending')) performance.mark('pending')
    if (kinds.includes('open') || kinds.includes('mine')) performance.mark('opened')
  }).observe(document, { attributes: true, attributeFilter: ['data-kind'], subtree: true })
}

/** Opens a tile as a key does, so that no finger moves the tile before; false when it is not the player's to open. */
const press = async (page: Page) => {
  const tile = page.locator('[role=gridcell]:not([aria-disabled=true])[aria-label$=", closed"]').last()
  return tile
    .evaluate(
      (element: HTMLElement) => {
        performance.mark('tap')
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
  const before = await page.evaluate(() => globalThis.framesAsked)
  await wait()
  return (await page.evaluate(() => globalThis.framesAsked)) - before
}

/** Plays a trial match in a page with a processor `slowdown` times slower. */
export const costOfMatch = async (browser: Browser, url: string, slowdown: number): Promise<MatchCost> => {
  const { page, devtools, close } = await coldPage(browser, slowdown)
  await page.addInitScript(watchBoard)
  await page.goto(url)
  await page.getByRole('link', { name: 'Play a trial' }).first().click()
  const [mine, result] = [timerOf(page), resultOf(page)]
  await mine.or(result).first().waitFor({ timeout: matchMs })
  await page.locator('[data-drawing=drawn]').waitFor()
  const frames = (await mine.isVisible()) ? await framesAtRest(page) : 0
  const traced = await trace(devtools)
  for (;;) {
    await mine.or(result).first().waitFor({ timeout: matchMs })
    if (await result.isVisible()) break
    if (await press(page)) await mine.waitFor({ state: 'detached', timeout: matchMs })
  }
  const { between, tasks } = await traced()
  await close()
  return {
    taps: between('tap', 'pending', 'drawn'),
    facts: between('message', 'opened', 'drawn'),
    tasks,
    frames,
  }
}
