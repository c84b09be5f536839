import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from '@playwright/test'
import { z } from 'zod'
import { coldPage } from './home.ts'
import { type Took, trace } from './trace.ts'

/** Against hanging, in milliseconds: a match takes a minute. */
const matchMs = 240_000
/** Effects are over after this long, in milliseconds; then frames are counted for as long. */
const restMs = 1_500
/** How often the match is looked at, in milliseconds. */
const lookMs = 50

/** What a match cost the page's main thread, from the player's first turn to the result. */
export type MatchCost = {
  /** From each press of a tile to the frame that shows it on its way. */
  taps: Took[]
  /** From each message with an opened tile to the frame that shows it. */
  facts: Took[]
  /** What it did in one piece. */
  tasks: Took[]
  /** Frames asked for while nothing moved. */
  frames: number
}

declare global {
  /** How many animation frames a page asked for. */
  var framesAsked: number
  /**
   * Opens a tile if it is the player's turn, as a key does, so that no finger moves the tile before; true once the
   * match is over.
   */
  var playOn: () => boolean
}

/**
 * Runs in a page before it has opened a match, and marks what is measured. The next frame after a press or a message shows
 * it (`board.spec.ts`), and the grid says the same after that. Nothing else draws with WebGL.
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
      const read: unknown = data.get?.call(this)
      if (this.target instanceof WebSocket && /\["m",|"TileOpened"/.test(String(read)))
        performance.mark('message')
      return read
    },
  })
  new MutationObserver((changes) => {
    const kinds = changes.map(({ target }) => target instanceof Element && target.getAttribute('data-kind'))
    if (kinds.includes('pending')) performance.mark('pending')
    if (kinds.includes('open') || kinds.includes('mine')) performance.mark('opened')
  }).observe(document, { attributes: true, attributeFilter: ['data-kind'], subtree: true })
  globalThis.playOn = () => {
    const closed = '[role=gridcell]:not([aria-disabled=true])[data-kind=closed]'
    const tile = [...document.querySelectorAll<HTMLElement>(closed)].at(-1)
    if (tile && document.querySelector('[role=timer][data-yours=true]')) {
      performance.mark('tap')
      tile.click()
    }
    return document.querySelector('[role=dialog]:not([hidden])') !== null
  }
}

const answerSchema = z.object({ result: z.object({ value: z.boolean() }) })

/**
 * Plays until the result has been shown for a while. The page is asked by the bare protocol: what Playwright puts into
 * a page to find things is work that isn't the page's own.
 */
const playToTheEnd = async (devtools: CDPSession) => {
  const until = Date.now() + matchMs
  const isOver = async () => {
    const answer = await devtools.send('Runtime.evaluate', { expression: 'playOn()', returnByValue: true })
    return answerSchema.parse(answer).result.value
  }
  while (!(await isOver())) {
    if (Date.now() > until) throw new Error('the match did not end')
    await wait(lookMs)
  }
  await wait(restMs)
}

const framesAtRest = async (page: Page) => {
  await wait(restMs)
  const before = await page.evaluate(() => globalThis.framesAsked)
  await wait(restMs)
  return (await page.evaluate(() => globalThis.framesAsked)) - before
}

/** Plays a trial match in a page with a processor `slowdown` times slower. */
export const costOfMatch = async (browser: Browser, url: string, slowdown: number): Promise<MatchCost> => {
  const { page, devtools, close } = await coldPage(browser, slowdown)
  await page.addInitScript(watchBoard)
  await page.goto(url)
  await page.getByRole('link', { name: 'Play a trial' }).first().click()
  const mine = page.getByRole('timer').filter({ hasText: 'Your turn' })
  await mine.or(page.getByRole('dialog')).first().waitFor({ timeout: matchMs })
  await page.locator('[data-drawing=drawn]').waitFor()
  const frames = (await mine.isVisible()) ? await framesAtRest(page) : 0
  const traced = await trace(devtools)
  await playToTheEnd(devtools)
  const { between, tasks } = await traced()
  await close()
  return {
    taps: between({ from: 'tap', to: 'drawn', proof: 'pending' }),
    facts: between({ from: 'message', to: 'drawn', proof: 'opened' }),
    tasks,
    frames,
  }
}
