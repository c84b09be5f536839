import { expect, test } from 'vitest'
import { readOwnBffSettings } from './config.ts'

test('a BFF of its own gives people longer to move, unless it is told otherwise', () => {
  const env = { NATS_URL: 'nats://127.0.0.1:4222', UPSTREAM_URL: 'http://127.0.0.1:1', EDGE_KEY: 'k' }
  expect(readOwnBffSettings(env).DRAIN_MS).toBe(5_000)
  expect(readOwnBffSettings({ ...env, DRAIN_MS: '100' }).DRAIN_MS).toBe(100)
})
