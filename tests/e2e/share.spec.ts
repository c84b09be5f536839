import { readFile } from 'node:fs/promises'
import { expectNoAxeViolations } from '../harness/axe.ts'
import { expect, phone, playToTheEnd, playTrial, result, test } from '../harness/browser.ts'

test.use({ ...phone, deviceScaleFactor: 1 })

/** Animations of the page that go on forever. */
const endless = () =>
  document.getAnimations().filter((each) => each.effect?.getTiming().iterations === Number.POSITIVE_INFINITY)
    .length

/** How many colors a canvas shows, and its size. */
const look = (canvas: HTMLCanvasElement | SVGElement) => {
  if (!(canvas instanceof HTMLCanvasElement)) return null
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
  const colors = new Set<string>()
  for (let at = 0; at < pixels.length; at += 4 * 97) colors.add(pixels.slice(at, at + 3).join())
  return { colors: colors.size, width: canvas.width, height: canvas.height }
}

test('a whole match with less motion is shared as a picture and a link, and a problem of it is reported', async ({
  page,
  server,
  problems,
}) => {
  await playTrial(page, server.url)
  await expect(page.locator('[data-motion=reduced]')).toBeVisible()
  await playToTheEnd(page)
  await expect(result(page)).toBeVisible()
  expect(await page.evaluate(endless)).toBe(0)

  await result(page).getByRole('button', { name: 'Share' }).click()
  const share = page.getByRole('dialog', { name: 'Share this result' })
  const picture = share.getByRole('img', { name: /^Trial match: .+\. Pot of 500 trial coins\.$/ })
  await expect(picture).toBeVisible()
  await expect.poll(async () => (await picture.evaluate(look))?.colors ?? 0).toBeGreaterThan(60)
  expect(await picture.evaluate(look)).toMatchObject({ width: 1080, height: 1350 })
  await expectNoAxeViolations(page)
  const matchId = new URL(page.url()).searchParams.get('match') ?? ''
  await expect(share.getByRole('textbox', { name: 'Replay link' })).toHaveValue(
    `${server.url}/game/mines-trial?match=${matchId}&ply=0`,
  )
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    share.getByRole('button', { name: 'Save picture' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe(`minefall-${matchId.slice(0, 8)}.png`)
  const png = await readFile(await saved.path())
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1080, 1350])
  await share.getByRole('button', { name: 'Close' }).click()
  await result(page).getByRole('button', { name: 'View board' }).click()
  await expect(result(page)).toHaveCount(0)

  await expect(page.getByRole('button', { name: 'Full screen' })).toBeVisible()
  await page.getByRole('button', { name: 'Help' }).click()
  const help = page.getByRole('dialog', { name: 'How to play' })
  await help
    .getByRole('gridcell', { name: /, closed$/ })
    .first()
    .click()
  await expect(help.getByRole('gridcell', { name: /, (safe|mine)/ }).first()).toBeVisible()
  await help.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Report a problem' }).click()
  const report = page.getByRole('dialog', { name: 'Report a problem' })
  await expect(report.getByRole('radio', { name: 'A match' })).toBeChecked()
  await report.getByRole('button', { name: 'Send report' }).click()
  await expect(report.getByText('Describe what happened in at least 10 characters')).toBeVisible()
  await report.getByText('Sent with your report').click()
  await expect(report.getByText(/^Connected · \d+ ms$/)).toBeVisible()
  await expectNoAxeViolations(page)
  await report.getByRole('textbox', { name: 'What happened?' }).fill('The board stayed gray after my turn.')
  await report.getByRole('button', { name: 'Send report' }).click()
  const thanks = page.getByRole('dialog', { name: 'Thank you' })
  await expect(thanks.getByText(/^R\d{5}-\d{4}$/)).toBeVisible()
  await expectNoAxeViolations(page)
  await thanks.getByRole('button', { name: 'Close' }).first().click()
  await page.getByRole('dialog', { name: 'Settings' }).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Leave match' }).click()
  await expect(page.getByRole('dialog', { name: 'Ready for real players?' })).toContainText(
    'can’t be withdrawn',
  )
  expect(problems).toEqual([])
})
