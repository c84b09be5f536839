import type { Page } from '@playwright/test'
import { expect } from './browser.ts'

/** Goes back and forth between two addresses of the page, `times` times, and waits for the board each time. */
const mountBoards = async (times: number) => {
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  for (let mount = 0; mount < times; mount += 1) {
    history.forward()
    await until(() => document.querySelector('[data-drawing=drawn] canvas') !== null)
    history.back()
    await until(() => document.querySelector('canvas') === null)
  }
}

/** What a page keeps once all that nothing refers to is collected: how many objects of each kind, and bytes of its heap. */
export const keptBy = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page)
  const count = async (kind: string) => {
    const { result: prototype } = await devtools.send('Runtime.evaluate', { expression: `${kind}.prototype` })
    const { objects } = await devtools.send('Runtime.queryObjects', {
      prototypeObjectId: prototype.objectId ?? '',
    })
    const { result } = await devtools.send('Runtime.callFunctionOn', {
      objectId: objects.objectId ?? '',
      functionDeclaration: 'function () { return this.length }',
    })
    await devtools.send('Runtime.releaseObject', { objectId: objects.objectId ?? '' })
    return Number(result.value)
  }
  await devtools.send('Performance.enable')
  await devtools.send('HeapProfiler.collectGarbage')
  const objects = {
    canvases: await count('HTMLCanvasElement'),
    contexts: await count('WebGL2RenderingContext'),
    textures: await count('WebGLTexture'),
  }
  await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN
  await devtools.detach()
  return { ...objects, listeners: metric('JSEventListeners'), heap: metric('JSHeapUsedSize') }
}

/**
 * Mounts and unmounts boards, an even number of times: none leaves a canvas, texture or listener. Answers the bytes of the
 * heap before and after.
 */
export const expectNothingLeft = async (page: Page, url: string, mounts: number) => {
  await page.goto(`${url}/games`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => {
    history.pushState(null, '', '/theme-demo')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page.locator('[data-drawing=drawn] canvas')).toBeVisible()
  await page.goBack()
  await expect(page.locator('canvas')).toHaveCount(0)
  // What is loaded and made once is here after some.
  await page.evaluate(mountBoards, 5)
  const before = await keptBy(page)
  const half = mounts / 2
  await page.evaluate(mountBoards, half)
  const between = await keptBy(page)
  await page.evaluate(mountBoards, half)
  const after = await keptBy(page)
  const drawn = ({ canvases, contexts, textures }: typeof before) => ({ canvases, contexts, textures })
  expect(drawn(after)).toEqual(drawn(before))
  // A part of the page that comes in between brings its listeners once, and not with each mount.
  const more = [between.listeners - before.listeners, after.listeners - between.listeners]
  expect(Math.min(...more)).toBeLessThan(half)
  return { before: before.heap, after: after.heap }
}
