import type { Locator, Page } from '@playwright/test'
import { expect, phone, test } from '../harness/browser.ts'
import { wear } from '../harness/dress.ts'

// Things that look the same each time, in English and at rest; other machines smooth edges a little otherwise.
test.use({ ...phone, deviceScaleFactor: 1 })

const expectLook = async (element: Locator, name: string) => {
  await element.page().evaluate(() => document.fonts.ready)
  await element.scrollIntoViewIfNeeded()
  await expect(element).toHaveScreenshot(`${name}.png`, { maxDiffPixelRatio: 0.05, threshold: 0.3 })
}

/** How many colors a picture has, told apart by the upper half of each channel. */
const colorsOf = async (page: Page, picture: Buffer): Promise<number> =>
  page.evaluate(async (data) => {
    const image = new Image()
    image.src = `data:image/png;base64,${data}`
    await image.decode()
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
    if (!context) throw new Error('no canvas to read with')
    context.drawImage(image, 0, 0)
    const { data: pixels } = context.getImageData(0, 0, image.width, image.height)
    const colors = new Set<number>()
    for (let at = 0; at < pixels.length; at += 4) {
      const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3)
      colors.add(((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4))
    }
    return colors.size
  }, picture.toString('base64'))

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
    await expect
      .poll(async () => colorsOf(page, await yours.locator('canvas').screenshot()))
      .toBeGreaterThan(12)
    await expectLook(yours, `board-yours-${theme}`)
    await expectLook(state('Over'), `board-over-${theme}`)
  }
})

test('Home begins as it did', async ({ page, server }) => {
  await page.goto(server.url)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectLook(page.getByRole('heading', { level: 1 }).locator('..'), 'home-words')
})
