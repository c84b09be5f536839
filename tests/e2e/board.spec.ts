import type { Page } from '@playwright/test'
import {
  board,
  expect,
  goHome,
  makeMove,
  myTurn,
  openable,
  playToTheEnd,
  playTrial,
  playTrialToOwnTurn,
  result,
  test,
  turnTimer,
} from '../harness/browser.ts'
import { countCommits } from '../harness/commits.ts'
import { framesPass } from '../harness/faded.ts'
import { expectNothingLeft } from '../harness/kept.ts'

declare global {
  /** What a page made to be heard through. */
  var opened: AudioContext[]
  /** What happened from a press on, in order, and when, in milliseconds. */
  var happened: { what: 'pressed' | 'sent' | 'shown' | 'heard'; at: number }[]
  /** How the board was drawn, one way after the other, and each canvas that lost its context. */
  var drawings: string[]
  /** How many pixels of the pressed tile are orange, at each drawing. */
  var framesOrange: number[]
  /** The properties that began to change gradually. */
  var changed: string[]
  /** How often something was drawn with WebGL. */
  var drawn: number
}

/** Counts the page's requests for animation frames from its first script on. */
const countFrames = () => {
  const request = globalThis.requestAnimationFrame
  globalThis.framesAsked = 0
  globalThis.requestAnimationFrame = (run) => {
    globalThis.framesAsked += 1
    return request.call(globalThis, run)
  }
}

/** Boards move, as they do for most players. */
const inMotion = (page: Page) => page.emulateMedia({ reducedMotion: 'no-preference' })

test('a settled board asks for no animation frames', async ({ page, server }) => {
  await inMotion(page)
  await page.addInitScript(countFrames)
  await playTrialToOwnTurn(page, server.url)
  const asked = () => page.evaluate(() => globalThis.framesAsked)
  // No one but the player can move. Whatever still does comes to rest; then seconds pass without a frame.
  await expect
    .poll(async () => {
      const before = await asked()
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_500)))
      return (await asked()) - before
    })
    .toBe(0)
})

test('a turn and its clock take nothing of the page’s own time: what moves is turned or faded', async ({
  page,
  server,
}) => {
  await inMotion(page)
  await page.addInitScript(() => {
    globalThis.changed = []
    addEventListener('transitionrun', ({ propertyName, target, pseudoElement }) => {
      if (target instanceof Element && target.closest('main'))
        globalThis.changed.push(`${propertyName} ${target.className}${pseudoElement}`)
    })
  })
  await playTrialToOwnTurn(page, server.url)
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === 'running')
        .flatMap(({ effect }) => (effect instanceof KeyframeEffect ? effect.getKeyframes() : []))
        .flatMap(({ offset, computedOffset, easing, composite, ...properties }) => Object.keys(properties)),
    )
  await expect.poll(async () => [...new Set(await moving())].sort()).toEqual(['opacity', 'transform'])
  await makeMove(page)
  const changed = await page.evaluate(() => globalThis.changed)
  expect(changed.length).toBeGreaterThan(0)
  expect(changed.filter((name) => !/^(opacity|transform) /.test(name))).toEqual([])
})

test('the board survives a lost WebGL context, a resize and a rotation', async ({
  page,
  server,
  problems,
}) => {
  await inMotion(page)
  await playTrialToOwnTurn(page, server.url)
  const canvas = page.locator('canvas')
  await expect(canvas).toHaveCount(1)
  await canvas.evaluate((element: HTMLCanvasElement) => {
    const gl = element.getContext('webgl2') ?? element.getContext('webgl')
    gl?.getExtension('WEBGL_lose_context')?.loseContext()
  })
  await expect(openable(page).first()).toBeVisible()
  // The match is paused in our turn: once we are out it may end, and its result covers the board.
  await page.setViewportSize({ width: 844, height: 390 })
  await expect(board(page)).toBeInViewport({ ratio: 0.9 })
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(board(page)).toBeInViewport({ ratio: 0.9 })
  await playToTheEnd(page)
  await expect(result(page)).toBeVisible()
  expect(problems.filter((problem) => !/context/i.test(problem))).toEqual([])
})

test('a WebGL context that is lost as it is made leaves the match to the grid, until one holds', async ({
  page,
  server,
}) => {
  await page.addInitScript(() => {
    globalThis.drawings = []
    new MutationObserver(() => {
      const drawing = document.querySelector<HTMLElement>('[data-drawing]')?.dataset.drawing
      if (drawing && drawing !== globalThis.drawings.findLast((it) => it !== 'lost'))
        globalThis.drawings.push(drawing)
    }).observe(document, { childList: true, subtree: true, attributeFilter: ['data-drawing'] })
    const getContext = HTMLCanvasElement.prototype.getContext
    const lost = new Set<HTMLCanvasElement>()
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...asked: unknown[]) {
      const context: unknown = Reflect.apply(getContext, this, asked)
      // Canvases of the page alone: others only ask whether there is WebGL.
      if (context instanceof WebGL2RenderingContext && this.isConnected && lost.size < 2) {
        if (!lost.has(this)) globalThis.drawings.push('lost')
        lost.add(this)
        context.getExtension('WEBGL_lose_context')?.loseContext()
      }
      return context
    } as typeof getContext
  })
  await playTrialToOwnTurn(page, server.url)
  await makeMove(page)
  // Until it is drawn the grid shows the board.
  await expect
    .poll(() => page.evaluate(() => globalThis.drawings.slice(0, 4)))
    .toEqual(['waiting', 'lost', 'lost', 'drawn'])
})

test('a board that is unmounted leaves no canvas, texture or listener', async ({ page, server }) => {
  await inMotion(page)
  await expectNothingLeft(page, server.url, 4)
})

test('a match opened by its address makes no sound before the first key, one opened by a press can at once', async ({
  page,
  server,
}) => {
  await page.addInitScript(() => {
    globalThis.opened = []
    globalThis.AudioContext = class extends AudioContext {
      constructor(options?: AudioContextOptions) {
        super(options)
        globalThis.opened.push(this)
      }
    }
    // What looks at the page for a test counts as a gesture in it.
    const activation = { hasBeenActive: false }
    addEventListener('click', () => Object.assign(activation, { hasBeenActive: true }), { capture: true })
    Object.defineProperty(navigator, 'userActivation', { value: activation })
  })
  await page.goto(`${server.url}/game/mines-trial`)
  await expect(turnTimer(page).or(result(page)).first()).toBeVisible()
  const states = () => page.evaluate(() => globalThis.opened.map(({ state }) => state))
  expect(await states()).toEqual([])
  await page.keyboard.press('Tab')
  await expect.poll(states).toEqual(['running'])
  await goHome(page, server.url)
  // The seat of the match before is held as long as it is played.
  const play = /^(Play a trial|Return to your match)$/
  await page
    .getByRole('link', { name: play })
    .or(page.getByRole('button', { name: play }))
    .first()
    .click()
  await expect(board(page)).toBeVisible()
  await expect.poll(states).toEqual(['running'])
})

test('a press is sent and shown before it is heard', async ({ page, server }) => {
  await page.addInitScript(() => {
    globalThis.happened = []
    const note = (what: 'sent' | 'shown' | 'heard') =>
      globalThis.happened.push({ what, at: performance.now() })
    const { send } = WebSocket.prototype
    WebSocket.prototype.send = function (data) {
      if (String(data).includes('match.open')) note('sent')
      send.call(this, data)
    }
    const { start } = AudioScheduledSourceNode.prototype
    AudioScheduledSourceNode.prototype.start = function (when) {
      note('heard')
      start.call(this, when)
    }
    const { drawElements } = WebGL2RenderingContext.prototype
    WebGL2RenderingContext.prototype.drawElements = function (...args) {
      drawElements.apply(this, args)
      note('shown')
    }
  })
  await playTrialToOwnTurn(page, server.url, playTrial)
  await makeMove(page, () =>
    openable(page)
      .first()
      .evaluate((tile: HTMLElement) => {
        globalThis.happened = [{ what: 'pressed', at: performance.now() }]
        tile.click()
      }),
  )
  const firsts = async () => {
    const all = await page.evaluate(() => globalThis.happened)
    return all.filter(({ what }, index) => all.findIndex((each) => each.what === what) === index)
  }
  await expect.poll(async () => (await firsts()).length).toBe(4)
  const [pressed, sent, next] = await firsts()
  expect(sent?.what).toBe('sent')
  // Without a frame a press is heard after a tenth of a second.
  const waitedMs = Math.round((next?.at ?? Number.NaN) - (pressed?.at ?? Number.NaN))
  expect(next?.what === 'shown' || waitedMs >= 100, `${next?.what} after ${waitedMs} ms`).toBe(true)
})

test('the first frame after a press shows it', async ({ page, server }) => {
  await page.addInitScript(() => {
    // A press gets lost on its way: its answer might be there before the frame.
    const { send } = WebSocket.prototype
    WebSocket.prototype.send = function (data) {
      if (!String(data).includes('match.open')) send.call(this, data)
    }
    const { drawElements } = WebGL2RenderingContext.prototype
    WebGL2RenderingContext.prototype.drawElements = function (...args) {
      drawElements.apply(this, args)
      const tile = document.querySelector('[data-pressed]')?.getBoundingClientRect()
      if (!tile || !(this.canvas instanceof HTMLCanvasElement)) return
      const board = this.canvas.getBoundingClientRect()
      const scale = this.drawingBufferWidth / board.width
      const [width, height] = [Math.round(tile.width * scale), Math.round(tile.height * scale)]
      const pixels = new Uint8Array(4 * width * height)
      const [x, y] = [(tile.left - board.left) * scale, (board.bottom - tile.bottom) * scale]
      this.readPixels(Math.round(x), Math.round(y), width, height, this.RGBA, this.UNSIGNED_BYTE, pixels)
      let orange = 0
      for (let at = 0; at < pixels.length; at += 4)
        if ((pixels[at] ?? 0) > 2 * (pixels[at + 2] ?? 0) + 60) orange += 1
      globalThis.framesOrange.push(orange)
    }
  })
  await playTrialToOwnTurn(page, server.url, playTrial)
  await expect(page.locator('[data-drawing=drawn]')).toBeVisible()
  const [first = 0] = await openable(page)
    .first()
    .evaluate(async (tile: HTMLElement) => {
      globalThis.framesOrange = []
      tile.dataset.pressed = ''
      tile.click()
      await new Promise(requestAnimationFrame)
      return globalThis.framesOrange
    })
  // The ring of a tile on its way.
  expect(first).toBeGreaterThan(50)
})

test('a board whose room changes is drawn again only where its tiles change', async ({ page, server }) => {
  await page.addInitScript(() => {
    globalThis.drawn = 0
    const { drawElements } = WebGL2RenderingContext.prototype
    WebGL2RenderingContext.prototype.drawElements = function (...args) {
      drawElements.apply(this, args)
      globalThis.drawn += 1
    }
  })
  await playTrialToOwnTurn(page, server.url)
  await expect(page.locator('[data-drawing=drawn]')).toBeVisible()
  const drawn = () => page.evaluate(() => globalThis.drawn)
  const sizeOfRoom = () => {
    const room = document.querySelector('[data-drawing]')?.parentElement
    return `${room?.clientWidth} ${room?.clientHeight}`
  }
  /** Two frames after the room has changed. */
  const resize = async (width: number, height: number) => {
    const before = await page.evaluate(sizeOfRoom)
    await page.setViewportSize({ width, height })
    await expect.poll(() => page.evaluate(sizeOfRoom)).not.toBe(before)
    await framesPass(page, 2)
  }
  await expect.poll(drawn).toBeGreaterThan(0)
  // The grid may have our turn a frame before the canvas.
  await expect
    .poll(async () => {
      const before = await drawn()
      await framesPass(page, 2)
      return (await drawn()) - before
    })
    .toBe(0)
  const before = await drawn()
  await resize(390, 900)
  expect(await drawn()).toBe(before)
  await resize(375, 900)
  await expect.poll(drawn).toBeGreaterThan(before)
})

test('how a board is sealed stays to be read when a window gets too narrow for the list of moves', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await playTrialToOwnTurn(page, server.url)
  await page.getByRole('button', { name: /^Board sealed/ }).click()
  const steps = page.getByRole('dialog')
  await expect(steps).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(
    page
      .getByText('No moves yet.')
      .or(page.getByText(/ opened [A-Z]\d/))
      .first(),
  ).toBeVisible()
  await expect(steps).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(steps).toHaveCount(0)
})

test('where drawing fails in mid-match the grid goes on with the board', async ({ page, server }) => {
  await playTrialToOwnTurn(page, server.url)
  await expect(page.locator('[data-drawing=drawn]')).toBeVisible()
  await page.evaluate(() => {
    const fail = () => {
      throw new Error('no drawing any more')
    }
    WebGL2RenderingContext.prototype.drawElements = fail
    WebGL2RenderingContext.prototype.drawArrays = fail
  })
  await makeMove(page)
  await expect(page.locator('[data-drawing=absent]')).toBeVisible()
  await expect(page.locator('canvas')).toHaveCount(0)
  await playToTheEnd(page)
  await expect(result(page)).toBeVisible()
})

test('a move renders the board once and not the screen around it; an emote renders neither board nor moves', {
  tag: '@long',
}, async ({ page, server }) => {
  await countCommits(page)
  /** The commits that rendered the board, and the moves that were made. */
  const look = () =>
    page.evaluate(() => ({
      boards: globalThis.commits.filter((names) => names.some((name) => name.startsWith('div Board, '))),
      moves: Number(/Turn (\d+)/.exec(document.querySelector('header')?.textContent ?? '')?.[1]),
    }))
  let before: Awaited<ReturnType<typeof look>>
  do {
    await playTrialToOwnTurn(page, server.url)
    // Who moves first may have the turn before the canvas is here, which is no move's commit.
    await expect(page.locator('[data-drawing=drawn]')).toBeVisible()
    // A press moves the tab stop to its tile, in one more commit unless it is there: the first tile may be open.
    await openable(page).first().focus()
    before = await look()
    await makeMove(page)
  } while (!(await myTurn(page)))
  const after = await look()
  const boards = after.boards.slice(before.boards.length)
  const moves = after.moves - before.moves
  expect(moves).toBeGreaterThan(1)
  // Our own move is sent and committed before it is opened, perhaps within one frame.
  expect(boards.length).toBeGreaterThanOrEqual(moves)
  expect(boards.length).toBeLessThanOrEqual(moves + 2)
  // The seats, the status and the lists follow in later commits.
  expect(boards.flat().filter((name) => /^(screen|header|ol|aside|main)\b/.test(name))).toEqual([])

  // The list of moves stands beside a wide board alone.
  const beside = page.getByRole('list', { name: 'Moves' })
  await expect(beside).toHaveCount(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(beside).toBeVisible()
  await page.evaluate(() => globalThis.commits.splice(0))
  const emote = page.getByRole('toolbar', { name: 'Emotes' }).getByRole('button').first()
  const name = (await emote.getAttribute('aria-label')) ?? ''
  await emote.click()
  await expect(page.getByRole('list', { name: 'Turn order' }).getByRole('img', { name })).toBeVisible()
  const rendered = await page.evaluate(() => globalThis.commits.flat())
  expect(rendered).toContain('ol Turn order')
  expect(rendered.filter((one) => /^(div Board|ol Moves)/.test(one))).toEqual([])
})
