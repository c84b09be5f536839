import { defineConfig } from '@playwright/test'
import { usual } from './playwright.config.ts'

/** Browser tests that take longer than a person waits: `npm run test:long`. One at a time: each has many pages. */
export default defineConfig(usual, {
  testDir: 'long',
  testMatch: '**/*.spec.ts',
  workers: 1,
  timeout: 1_800_000,
  expect: { timeout: 300_000 },
})
