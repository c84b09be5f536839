import type { Locator } from '@playwright/test'
import { expect, phone, test } from '../harness/browser.ts'
import { wear } from '../harness/dress.ts'

// Things that look the same each time, in English and at rest; other machines smooth edges a little otherwise.
test.use({ ...phone, deviceScaleFactor: 1 })

const expectLook = async (element: Locator, name: string) => {
  await element.page().evaluate(() => document.fonts.ready)
  await element.scrollIntoViewIfNeeded()
  await expect(element).toHaveScreenshot(`${name}.png`, { maxDiffPixelRatio: 0.05, threshold: 0.3 })
}

/** How many colors an element has in a picture of the page, told apart by the upper half of each channel. */
const colorsOf = async (element: Locator): Promise<number> => {
  const page = element.page()
  const box = await element.boundingBox()
  const data = (await page.screenshot()).toString('base64')
  return page.evaluate(
    async ({ data, box }) => {
      const image = new Image()
      image.src = `data:image/png;base64,${data}`
      await image.decode()
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
      if (!context || !box) throw new Error('no canvas to read with, or nothing to read')
      context.drawImage(image, 0, 0)
      const { data: pixels } = context.getImageData(box.x, box.y, box.width, box.height)
      const colors = new Set<number>()
      for (let at = 0; at < pixels.length; at += 4) {
        const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3)
        colors.add(((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4))
      }
      return colors.size
    },
    { data, box },
  )
}

test('the board looks as it did, in a dark and a light theme', async ({ page, server }) => {
  await page.goto(`${server.url}/theme-demo`)
  const state = (name: string) =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByText(name, { exact: true }) })
      .filter({
        has: page.getByRole('grid'),
      })
  const yours = state('Your turn')
  for (const theme of ['default', 'sakura']) {
    await wear(page, theme)
    await yours.scrollIntoViewIfNeeded()
    await expect(yours.locator('[data-drawing=drawn]')).toBeVisible()
    // Felt, closed tiles in two shades, clues, a mine: an empty canvas has one color.
    await expect.poll(() => colorsOf(yours.locator('canvas'))).toBeGreaterThan(12)
    await expectLook(yours, `board-yours-${theme}`)
    await expectLook(state('Over'), `board-over-${theme}`)
  }
})

test('Home begins as it did', async ({ page, server }) => {
  await page.goto(server.url)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectLook(page.getByRole('heading', { level: 1 }).locator('..'), 'home-words')
})

test.describe('on a low desktop', () => {
  test.use({ viewport: { width: 1440, height: 600 }, isMobile: false, hasTouch: false })

  test('a board keeps its last rows while the first are behind the header', async ({ page, server }) => {
    await page.goto(`${server.url}/daily`)
    await page.getByRole('button', { name: 'Start' }).click()
    const last = page.locator('[data-drawing=drawn]').getByRole('gridcell').last()
    await last.evaluate((tile) => tile.scrollIntoView({ block: 'start' }))
    await expect.poll(() => colorsOf(last)).toBeGreaterThan(12)
  })
})
