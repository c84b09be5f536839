import { defineConfig } from '@playwright/test'
import { long, usual } from './playwright.config.ts'

/** Browser tests that take longer than a person waits: `npm run test:long`. One at a time: each has many pages. */
export default defineConfig(usual, {
  testMatch: '**/*.spec.ts',
  projects: [
    { name: 'long', testDir: 'long' },
    { name: 'long ones of all', testDir: 'e2e', grep: long },
  ],
  workers: 1,
  timeout: 1_800_000,
  expect: { timeout: 300_000 },
})
