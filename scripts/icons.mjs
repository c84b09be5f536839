// npm run icons: draws the icons of the installed product from client/public/icon.svg and icons/badge.svg.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './prepare.mjs'
import { findChromium } from './test-needs.mjs'

const executablePath = findChromium()
const { chromium } = await import('@playwright/test')

const folder = join(root, 'client/public')
const dataUrl = (name) => `data:image/svg+xml;base64,${readFileSync(join(folder, name)).toString('base64')}`

/** `ground` fills what a system cuts off; `share` is how much of the side the drawing takes: 0.8 is the safe zone. */
const icons = [
  { name: 'icon-192', of: 'icon.svg', size: 192, share: 1 },
  { name: 'icon-512', of: 'icon.svg', size: 512, share: 1 },
  { name: 'maskable-192', of: 'icon.svg', size: 192, share: 0.8, ground: '#17191c' },
  { name: 'maskable-512', of: 'icon.svg', size: 512, share: 0.8, ground: '#17191c' },
  { name: 'apple-touch-180', of: 'icon.svg', size: 180, share: 0.92, ground: '#17191c' },
  { name: 'badge-96', of: 'icons/badge.svg', size: 96, share: 1 },
]

const browser = await chromium.launch({
  args: ['--no-sandbox'],
  ...(executablePath ? { executablePath } : {}),
})
const page = await browser.newPage()
for (const { name, of, size, share, ground = 'transparent' } of icons) {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(
    `<body style="margin:0;height:100vh;display:grid;place-items:center;background:${ground}">
      <img src="${dataUrl(of)}" style="width:${share * 100}%;height:${share * 100}%">`,
  )
  await page.screenshot({ path: join(folder, 'icons', `${name}.png`), omitBackground: true })
}
await browser.close()
