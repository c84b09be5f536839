// npm run screenshots: starts the program with data of its own, plays, and keeps the pictures in docs/screenshots.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { build, checkNode, install, root } from './prepare.mjs'
import { showAccount } from './screenshots/account.mjs'
import { cameraFor } from './screenshots/camera.mjs'
import { showMatch } from './screenshots/match.mjs'
import { showOffline, showPages } from './screenshots/pages.mjs'
import { openBrowser, startProgram } from './screenshots/program.mjs'
import { showWallet } from './screenshots/wallet.mjs'
import { findChromium } from './test-needs.mjs'

checkNode()
install()
build()
const pictures = join(root, 'docs/screenshots')
mkdirSync(pictures, { recursive: true })

const sizes = {
  phone: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 } },
}

const program = await startProgram()
try {
  const browser = await openBrowser(findChromium())
  for (const [size, options] of Object.entries(sizes)) {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    const tour = { page, url: program.url, size, keep: cameraFor(page, pictures, size) }
    for (const show of [showPages, showMatch, showAccount, showWallet, showOffline]) await show(tour)
    await context.close()
  }
  await browser.close()
} finally {
  await program.stop()
}
