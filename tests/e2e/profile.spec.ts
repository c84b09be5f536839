import type { Page } from '@playwright/test'
import { expect, test } from '../harness/browser.ts'
import { expectNote } from '../harness/notes.ts'
import { field, newEmail, openTab, pageOf, profile, rowOf, signIn } from '../harness/profile-page.ts'

test('a new nickname is in the header at once and in another tab, and back closes the profile', async ({
  browser,
  server,
}) => {
  const page = await pageOf(browser, server.url, await signIn(server.url, newEmail()))
  const other = await page.context().newPage()
  await other.goto(`${server.url}/terms`)
  await page.goto(server.url)
  await page.getByRole('link', { name: /, your profile$/ }).click()
  await page.getByRole('tab', { name: 'Nickname' }).click()
  await expect(page).toHaveURL(`${server.url}/?modal=profile&tab=nickname`)

  const nickname = field(page, 'Nickname')
  await nickname.input.fill('')
  await nickname.error('Please enter nickname')
  await nickname.input.fill('N')
  await nickname.error('Nickname must be at least 2 characters')
  await nickname.input.fill('No\u202eva')
  await nickname.error('Nickname contains characters that are not allowed')
  await nickname.input.fill('  Ｎｏｖａ ')
  await nickname.input.press('Enter')
  await expectNote(page, 'Nickname updated')
  await expect(nickname.input).toHaveValue('Nova')
  await expect(page.locator('header a[aria-label="Nova, your profile"]')).toBeAttached()
  await expect(other.getByRole('link', { name: 'Nova, your profile' })).toBeVisible()

  await page.goBack()
  await expect(profile(page)).toBeHidden()
  await expect(page).toHaveURL(`${server.url}/`)
  await page.context().close()
})

test('the display currency is chosen in its dialog, and the account follows', async ({ browser, server }) => {
  const page = await pageOf(browser, server.url, await signIn(server.url, newEmail()))
  await openTab(page, server.url, 'nickname')
  await expect(rowOf(page, 'Currency')).toContainText('CNY')
  await rowOf(page, 'Currency').getByRole('button').click()
  const dialog = page.getByRole('dialog', { name: 'Currency' })
  await expect(dialog.getByRole('button', { name: /CNY/ })).toHaveAttribute('aria-pressed', 'true')
  await dialog.getByRole('button', { name: /US dollar/ }).click()
  await expectNote(page, 'Currency updated')
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, 'Currency')).toContainText('USD')
  await page.reload()
  await expect(rowOf(page, 'Currency')).toContainText('USD')
  await page.context().close()
})

/** A JPEG whose left half is red and whose right half is blue, and which says that it lies on its left side. */
const lyingPicture = async (page: Page): Promise<Buffer> => {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 300
    canvas.height = 300
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.fillStyle = 'red'
    context.fillRect(0, 0, 150, 300)
    context.fillStyle = 'blue'
    context.fillRect(150, 0, 150, 300)
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? ''
  })
  const jpeg = Buffer.from(base64, 'base64')
  // One TIFF entry: orientation (0x0112), a short, 6: to be turned a quarter to the right.
  const tiff = '4d4d002a00000008000101120003000000010006000000000000'
  const exif = Buffer.concat([Buffer.from('Exif\0\0'), Buffer.from(tiff, 'hex')])
  const marker = Buffer.from([0xff, 0xe1, 0, exif.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), marker, exif, jpeg.subarray(2)])
}

/** The colors of a picture above and below its middle. */
const colorsOf = (page: Page, address: string): Promise<string[]> =>
  page.evaluate(async (src) => {
    const image = new Image()
    image.src = src
    await image.decode()
    const context = document.createElement('canvas').getContext('2d')
    if (!context) throw new Error('no canvas')
    context.drawImage(image, 0, 0, 100, 100)
    return [20, 80].map((y) => {
      const [red = 0, , blue = 0] = context.getImageData(50, y, 1, 1).data
      return red > blue ? 'red' : 'blue'
    })
  }, address)

test('an avatar is chosen, or uploaded upright after it was cropped by keys; no other file is', {
  tag: '@long',
}, async ({ browser, server }) => {
  const page = await pageOf(browser, server.url, await signIn(server.url, newEmail()))
  await openTab(page, server.url, 'avatar')
  for (const name of ['Owl', 'Frog']) {
    await page.getByRole('button', { name, exact: true }).click()
    await expect(page.getByRole('button', { name, exact: true })).toHaveAttribute('aria-pressed', 'true')
  }
  await expectNote(page, 'Avatar updated')

  const upload = page.locator('input[type=file]')
  const png = Buffer.from('89504e470d0a1a0a', 'hex')
  const choose = (buffer: Buffer, mimeType = 'image/png') =>
    upload.setInputFiles({ name: 'picture.png', mimeType, buffer })
  await choose(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  const alert = page.getByRole('alert')
  await expect(alert).toHaveText('Invalid image format, please select JPG, PNG or GIF format')
  await choose(Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]))
  await expect(alert).toHaveText('Image file is too large, please select an image smaller than 5MB')
  await choose(png)
  await expect(alert).toHaveText('Invalid image format, please select JPG, PNG or GIF format')

  await choose(await lyingPicture(page), 'image/jpeg')
  const crop = page.getByRole('dialog', { name: 'Crop your picture' })
  const placeOf = () => crop.locator('img').getAttribute('style')
  await crop.getByRole('slider', { name: 'Zoom' }).press('End')
  await crop.getByRole('slider', { name: 'Zoom' }).press('Home')
  await crop.getByRole('slider', { name: 'Zoom' }).press('ArrowRight')
  const before = await placeOf()
  await crop.getByRole('application').press('ArrowRight')
  await expect.poll(placeOf).not.toBe(before)

  // One that never arrives can be given up.
  await page.route('**/api/user/upload', () => undefined)
  await crop.getByRole('button', { name: 'Use this picture' }).click()
  await expect(crop.getByRole('progressbar')).toBeVisible()
  await crop.getByRole('button', { name: 'Cancel' }).click()
  await page.unroute('**/api/user/upload')
  await crop.getByRole('button', { name: 'Use this picture' }).click()
  await expect(crop).toBeHidden()
  await expectNote(page, 'Avatar uploaded')
  await expect(page.getByRole('button', { name: 'Your picture' })).toHaveAttribute('aria-pressed', 'true')
  const address = (await page.locator('header a img').getAttribute('src')) ?? ''
  expect(address).toMatch(/^\/api\/user\/avatar\/[0-9a-f-]{36}\?/)
  expect(await colorsOf(page, address)).toEqual(['red', 'blue'])
  await page.context().close()
})
