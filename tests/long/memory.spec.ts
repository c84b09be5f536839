import { manyFromOneAddress } from '../harness/accounts.ts'
import { expect, playToTheEnd, playTrial, result, test } from '../harness/browser.ts'
import { expectNothingLeft, keptBy } from '../harness/kept.ts'
import { loadSettings } from '../harness/settings.ts'
import { chromiumArguments, executablePath } from '../playwright.config.ts'

// Optimized code is in the heap too, and grows until all that is used often is compiled: 3 MB in 500 boards. Without it
// the heap holds what the page keeps.
const interpreted = '--js-flags=--no-opt --no-maglev --no-sparkplug'
test.use({
  launchOptions: {
    args: [...chromiumArguments, interpreted],
    ...(executablePath ? { executablePath } : {}),
  },
})

test('a thousand boards leave no canvas, texture or listener', async ({ page, server }) => {
  const { before, after } = await expectNothingLeft(page, server.url, 1_000)
  console.log(`heap after 10 boards: ${before} bytes, after 1,010: ${after}`)
  expect(after).toBeLessThan(before * 1.05)
})

test('fifty matches in one tab grow its heap by less than 5 %', async ({ page, ownServer }) => {
  const { url } = await ownServer({ ...loadSettings, ...manyFromOneAddress })
  const heapAfter = async (matches: number) => {
    for (let match = 0; match < matches; match += 1) {
      await playToTheEnd(page)
      await result(page)
        .getByRole('button', { name: /^Rematch/ })
        .click()
      await expect(result(page)).toHaveCount(0)
    }
    return (await keptBy(page)).heap
  }
  await playTrial(page, url)
  const five = await heapAfter(5)
  const fifty = await heapAfter(45)
  console.log(`heap after 5 matches: ${five} bytes, after 50: ${fifty}`)
  expect(fifty).toBeLessThan(five * 1.05)
})
