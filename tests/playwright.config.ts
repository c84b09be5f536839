import { defineConfig } from '@playwright/test'

const executablePath = process.env.CHROMIUM_PATH

/** Chromium without a network of its own, with WebGL in software. */
export const chromiumArguments = [
  '--no-sandbox',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'output/browser',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  reporter: [['list'], ['json']],
  use: {
    launchOptions: { args: chromiumArguments, ...(executablePath ? { executablePath } : {}) },
    trace: 'retain-on-failure',
    viewport: { width: 1440, height: 900 },
  },
})
