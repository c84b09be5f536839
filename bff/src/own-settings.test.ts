import { expect, test } from 'vitest'
import { readOwnBffSettings, stopWithinMs } from './config.ts'

const env = {
  HOST: '127.0.0.1',
  NATS_URL: 'nats://127.0.0.1:4222',
  UPSTREAM_URL: 'http://127.0.0.1:1',
  EDGE_KEY: 'k',
}

test('a separate BFF gives people longer to move, unless set otherwise', () => {
  expect(readOwnBffSettings(env).DRAIN_MS).toBe(20_000)
  expect(readOwnBffSettings({ ...env, DRAIN_MS: '100' }).DRAIN_MS).toBe(100)
})

test('however long people are given to move, what is being answered then still comes to its end', () => {
  for (const DRAIN_MS of ['0', '5000', '600000']) {
    const settings = readOwnBffSettings({ ...env, DRAIN_MS })
    expect(stopWithinMs(settings) - settings.DRAIN_MS).toBe(12_000)
  }
})
