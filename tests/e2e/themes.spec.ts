import type { Browser, Page } from '@playwright/test'
import { expect, playTrialToOwnTurn, test } from '../harness/browser.ts'

const themes = (page: Page) => page.getByRole('dialog', { name: 'Themes' })

const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const worn = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme)

/** What the page wore each time the browser was about to paint, from its first script on. */
const watchFrames = () => {
  globalThis.backgrounds = []
  const note = () => {
    if (document.body) globalThis.backgrounds.push(getComputedStyle(document.body).backgroundColor)
    if (globalThis.backgrounds.length < 20) requestAnimationFrame(note)
  }
  requestAnimationFrame(note)
}

declare global {
  var backgrounds: string[]
}

/** How light the drawn board is on average, 0 to 255. */
const brightness = async (page: Page) => {
  const picture = (await page.locator('canvas').screenshot()).toString('base64')
  return page.evaluate(async (data) => {
    const image = new Image()
    image.src = `data:image/png;base64,${data}`
    await image.decode()
    const canvas = new OffscreenCanvas(1, 1)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas to measure on')
    context.imageSmoothingQuality = 'high'
    context.drawImage(image, 0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
    return (red + green + blue) / 3
  }, picture)
}

/** Nothing moves behind the sheet: it is not what is tested, and costs most of the time. */
const opened = async (browser: Browser, path: string) => {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.goto(path)
  await expect(themes(page)).toBeVisible()
  return page
}

test('a theme is chosen, made, repaired, shared, saved by another, deleted and brought back', async ({
  browser,
  server,
}) => {
  const page = await opened(browser, `${server.url}/?modal=themes`)
  const sheet = themes(page)
  await sheet.getByRole('radio', { name: /^Ocean/ }).check()
  await expect.poll(() => background(page)).toBe('rgb(5, 26, 39)')
  expect(await page.evaluate(() => localStorage.currentTheme)).toBe('ocean')

  await sheet.getByRole('button', { name: /^New custom theme/ }).click()
  await sheet.getByRole('textbox', { name: 'Name' }).fill('Dusk')
  await sheet.getByRole('textbox', { name: 'Code: Primary', exact: true }).fill('#FF8FA3')
  await sheet.getByRole('textbox', { name: 'Code: Secondary text' }).fill('#3a4a55')
  await expect(sheet.getByText(/^Secondary text: contrast \d\.\d:1/)).toBeVisible()
  await sheet.getByRole('button', { name: /^Use #/ }).click()
  await expect(sheet.getByText(/^Secondary text: contrast \d\.\d:1/)).toBeHidden()
  await sheet.getByRole('button', { name: 'Save theme' }).click()
  await expect(sheet.getByRole('radio', { name: /^Dusk/ })).toBeChecked()
  expect(await worn(page)).toMatch(/^custom-/)

  await sheet.getByRole('button', { name: 'Share', exact: true }).click()
  const address = await page.getByRole('textbox', { name: 'Link to this theme' }).inputValue()
  await page.keyboard.press('Escape')
  const other = await opened(browser, address)
  await expect(themes(other).getByRole('textbox', { name: 'Name' })).toHaveValue('Dusk')
  expect(await worn(other)).toBe('default')
  await themes(other).getByRole('button', { name: 'Save theme' }).click()
  await expect(themes(other).getByRole('radio', { name: /^Dusk/ })).toBeChecked()
  await other.context().close()

  await sheet.getByRole('button', { name: 'Delete theme' }).click()
  await expect(sheet.getByRole('radio', { name: /^Dusk/ })).toHaveCount(0)
  expect(await worn(page)).toBe('default')
  await sheet.getByRole('button', { name: 'Undo' }).click()
  await expect(sheet.getByRole('radio', { name: /^Dusk/ })).toBeChecked()

  await page.addInitScript(watchFrames)
  await page.reload()
  await expect(themes(page)).toBeVisible()
  expect(new Set(await page.evaluate(() => globalThis.backgrounds))).toEqual(new Set(['rgb(5, 26, 39)']))
  await page.context().close()
})

test('a running match follows the theme that another tab chooses', { tag: '@long' }, async ({
  page,
  server,
}) => {
  await playTrialToOwnTurn(page, server.url)
  await expect(page.locator('[data-drawing="drawn"]')).toBeVisible()
  expect(await brightness(page)).toBeLessThan(90)
  const second = await page.context().newPage()
  await second.goto(`${server.url}/?modal=themes`)
  await themes(second)
    .getByRole('radio', { name: /^Paper/ })
    .check()
  await expect.poll(() => worn(page)).toBe('paper')
  await page.bringToFront()
  await expect.poll(() => brightness(page)).toBeGreaterThan(130)
  await second.close()
})
