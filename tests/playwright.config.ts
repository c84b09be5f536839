import { existsSync } from 'node:fs'
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test'

/** Debian's; the one without windows costs a third less of the processor. */
const debian = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** Where Chromium is; undefined for Playwright's own. */
export const executablePath = process.env.CHROMIUM_PATH ?? debian.find((file) => existsSync(file))

/** Chromium without its own network, with WebGL in software. */
export const chromiumArguments = [
  '--no-sandbox',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  // Pages are drawn and put together by the processor either way: without a detour over GL in software, which is left
  // to the board, a match costs half as much.
  '--disable-gpu-rasterization',
  '--disable-gpu-compositing',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Chromium that draws no WebGL: the grid is the board, and a match costs a quarter less of the processor. */
export const withoutWebGl = [
  ...chromiumArguments.filter((argument) => !/gl=|angle=|swiftshader/.test(argument)),
  '--disable-3d-apis',
]

/** A page's garbage is collected by its own thread: on two processors helpers cost a tenth of all that a test takes. */
const collecting = '--js-flags=--single-threaded-gc'

const launching = (args: string[]) => ({
  launchOptions: { args: [...args, collecting], ...(executablePath ? { executablePath } : {}) },
})

/** What all browser tests have in common. */
export const usual: PlaywrightTestConfig = {
  testDir: 'e2e',
  outputDir: 'output/browser',
  // One picture serves every machine.
  snapshotPathTemplate: '{testDir}/looks/{arg}{ext}',
  // Limits against hanging, for machines many times slower than ours.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  // Half of the time a test waits: for servers, practice opponents and clocks.
  workers: 4,
  fullyParallel: true,
  forbidOnly: true,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  use: {
    ...launching(chromiumArguments),
    // A trace of every test costs a fifth of the processor: `--trace on` makes one of the test that failed.
    screenshot: 'only-on-failure',
    // What most players hold; a small canvas also spares the software renderer.
    viewport: { width: 390, height: 844 },
    // What moves costs more than all else that is looked at: tests about it ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // A worker would answer for the network that tests cut and change; `robust.spec.ts` is about it.
    serviceWorkers: 'block',
  },
}

/** Files about what is drawn in WebGL. */
const drawn = /(board|budgets|looks|replay|share|themes)\.spec\.ts$/

/** What a person does not wait for: `npm run test:long` runs it. */
export const long = /@long/

export default defineConfig(usual, {
  grepInvert: long,
  projects: [
    // One browser and one server for all of it, from the start on: what plays no part in them fills the other workers.
    { name: 'drawn', testMatch: drawn, workers: 1 },
    { name: 'not drawn', testIgnore: drawn, use: launching(withoutWebGl) },
  ],
})
