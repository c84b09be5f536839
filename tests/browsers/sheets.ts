// Puts the pictures that the tests of browsers kept side by side, a sheet a scene: npm run test:browsers -- --pictures.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { chromiumArguments, executablePath } from '../playwright.config.ts'

const folder =
  process.env.BROWSER_PICTURES ?? fileURLToPath(new URL('../../output/browsers', import.meta.url))
const kept = fileURLToPath(new URL('../../../docs/browsers', import.meta.url))

/** How high a picture is on its sheet, in CSS pixels. */
const heights: Readonly<Record<string, number>> = { phone: 440, desktop: 330 }

const names = (await readdir(folder)).filter((name) => name.endsWith('.png')).sort()
await mkdir(kept, { recursive: true })
const browser = await chromium.launch({
  args: chromiumArguments,
  ...(executablePath ? { executablePath } : {}),
})
const page = await browser.newPage({ viewport: { width: 1640, height: 800 } })
const devtools = await page.context().newCDPSession(page)
for (const scene of new Set(names.map((name) => name.split('-')[0]))) {
  const rows = Object.entries(heights).map(async ([size, height]) => {
    const ofRow = names.filter((name) => name.startsWith(`${scene}-${size}-`))
    const figures = ofRow.map(async (name) => {
      const data = (await readFile(join(folder, name))).toString('base64')
      const engine = name.split('-')[2]?.replace('.png', '')
      return `<figure><img height="${height}" src="data:image/png;base64,${data}"><figcaption>${engine}</figcaption></figure>`
    })
    return `<div>${(await Promise.all(figures)).join('')}</div>`
  })
  await page.setContent(
    `<style>body{margin:8px}div{display:flex;gap:8px}figure{margin:0 0 8px;font:12px sans-serif}</style>${(await Promise.all(rows)).join('')}`,
  )
  const { width, height } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    height: document.documentElement.scrollHeight,
  }))
  const { data } = await devtools.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 70,
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width, height, scale: 1 },
  })
  await writeFile(join(kept, `${scene}.webp`), Buffer.from(data, 'base64'))
}
await browser.close()
