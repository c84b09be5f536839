import {
  board,
  expect,
  openable,
  playToTheEnd,
  playTrialToOwnTurn,
  result,
  test,
} from '../harness/browser.ts'

/** Counts the page's requests for animation frames from its first script on. */
const countFrames = () => {
  const request = globalThis.requestAnimationFrame
  globalThis.framesAsked = 0
  globalThis.requestAnimationFrame = (run) => {
    globalThis.framesAsked += 1
    return request.call(globalThis, run)
  }
}

test('a settled board asks for no animation frames', async ({ page, server }) => {
  await page.addInitScript(countFrames)
  await playTrialToOwnTurn(page, server.url)
  const asked = () => page.evaluate(() => globalThis.framesAsked)
  // Nobody but the player can move. Whatever still does comes to rest; then seconds pass without a frame.
  await expect
    .poll(async () => {
      const before = await asked()
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_500)))
      return (await asked()) - before
    })
    .toBe(0)
})

test('the board survives a lost WebGL context, a resize and a rotation', async ({
  page,
  server,
  problems,
}) => {
  await playTrialToOwnTurn(page, server.url)
  const canvas = page.locator('canvas')
  await expect(canvas).toHaveCount(1)
  await canvas.evaluate((element: HTMLCanvasElement) => {
    const gl = element.getContext('webgl2') ?? element.getContext('webgl')
    gl?.getExtension('WEBGL_lose_context')?.loseContext()
  })
  await expect(openable(page).first()).toBeVisible()
  // The match stands still in our turn: once we are out it may end, and its result covers the board.
  await page.setViewportSize({ width: 844, height: 390 })
  await expect(board(page)).toBeInViewport({ ratio: 0.9 })
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(board(page)).toBeInViewport({ ratio: 0.9 })
  await playToTheEnd(page)
  await expect(result(page)).toBeVisible()
  expect(problems.filter((problem) => !/context/i.test(problem))).toEqual([])
})
