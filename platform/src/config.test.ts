import { isStartupError } from '@minefall/shared/node'
import { describe, expect, it } from 'vitest'
import { readOwnPlatformSettings, readPlatformSettings } from './config.ts'

const refusal = (env: Record<string, string>): string => {
  try {
    readPlatformSettings(env)
  } catch (error) {
    if (isStartupError(error)) return error.message
    throw error
  }
  throw new Error('these settings were taken')
}

describe('the platform’s settings', () => {
  it('need nothing to be set', () => {
    expect(readPlatformSettings({})).toMatchObject({
      DATA_DIR: './data',
      PLATFORM_HOST: '127.0.0.1',
      PLATFORM_PORT: 0,
      RAKE_BPS: 0,
      TRIAL_REFILL: 1_000,
      WELCOME_COINS: 1_000,
      LEDGER_CHECK_MS: 3_600_000,
      REVEAL_MS: 5_000,
      GATHER_ABSENT_MS: 30_000,
      ARENA_SIT_MS: 12_000,
      PRACTICE_FILL_MS: 3_000,
    })
  })

  it('refuse production on the embedded database unless it is allowed by name', () => {
    expect(refusal({ NODE_ENV: 'production' })).toMatch(/^DATABASE_URL must name .* ALLOW_EMBEDDED_DATABASE/)
    expect(readPlatformSettings({ NODE_ENV: 'production', ALLOW_EMBEDDED_DATABASE: '1' })).toBeDefined()
    expect(readPlatformSettings({ NODE_ENV: 'production', DATABASE_URL: 'postgres://db/x' })).toBeDefined()
  })

  it('refuse NATS on a database that no other platform has, where it is a separate process', () => {
    const NATS_URL = 'nats://127.0.0.1:4222'
    const own = (env: Record<string, string>) => () => readOwnPlatformSettings(env)
    expect(own({ NATS_URL })).toThrow(/^With NATS_URL .* DATABASE_URL must name/)
    expect(own({ NATS_URL, DATABASE_URL: 'postgres://db/x' })().NATS_URL).toBe(NATS_URL)
    expect(own({})().NATS_URL).toBeUndefined()
  })

  it('refuse a standalone platform that is neither production nor local', () => {
    const own = (env: Record<string, string>) => () =>
      readOwnPlatformSettings({ DATABASE_URL: 'postgres://db/x', ...env })
    expect(own({})).not.toThrow()
    expect(own({ PLATFORM_HOST: '0.0.0.0' })).toThrow(/^PLATFORM_HOST is 0\.0\.0\.0 and DATABASE_URL is set/)
    expect(own({ PLATFORM_HOST: '0.0.0.0', PUBLISHED_ON: '127.0.0.1' })).not.toThrow()
    expect(own({ NODE_ENV: 'production' })).toThrow(/^PUBLIC_URL must be/)
    expect(own({ NODE_ENV: 'production', PUBLIC_URL: 'https://play.example' })).not.toThrow()
  })

  it('give new accounts bonus coins outside production, and in it only when told to', () => {
    const production = { NODE_ENV: 'production', DATABASE_URL: 'postgres://db/x' }
    expect(readPlatformSettings({ NODE_ENV: 'test' }).WELCOME_COINS).toBe(1_000)
    expect(readPlatformSettings(production).WELCOME_COINS).toBe(0)
    expect(readPlatformSettings({ ...production, WELCOME_COINS: '50' }).WELCOME_COINS).toBe(50)
    expect(readPlatformSettings({ WELCOME_COINS: '0' }).WELCOME_COINS).toBe(0)
    for (const coins of ['-1', '1.5', '1e3', 'many'])
      expect(refusal({ WELCOME_COINS: coins })).toMatch(/^WELCOME_COINS must be a whole number/)
  })

  it('let the sandbox take payments outside production, and in it only when it is named', () => {
    const production = { NODE_ENV: 'production', DATABASE_URL: 'postgres://db/x' }
    expect(readPlatformSettings({}).CHECKOUT_PROVIDER).toBe('sandbox')
    expect(readPlatformSettings(production).CHECKOUT_PROVIDER).toBe('none')
    expect(readPlatformSettings({ ...production, CHECKOUT_PROVIDER: 'sandbox' }).CHECKOUT_PROVIDER).toBe(
      'sandbox',
    )
    expect(readPlatformSettings({ CHECKOUT_PROVIDER: 'none' }).CHECKOUT_PROVIDER).toBe('none')
    expect(refusal({ CHECKOUT_PROVIDER: 'anyone' })).toMatch(/^CHECKOUT_PROVIDER must be/)
  })

  it('refuse a database address of another kind without repeating its password', () => {
    const message = refusal({ DATABASE_URL: 'mysql://me:hunter2@db/x' })
    expect(message).toMatch(
      /^DATABASE_URL must be an address that begins with postgres:\/\/ or postgresql:\/\//,
    )
    expect(message).not.toContain('hunter2')
  })

  it('refuse practice opponents whose shortest thought is longer than their longest', () => {
    expect(refusal({ PRACTICE_THINK_MIN_MS: '5000' })).toMatch(/^PRACTICE_THINK_MIN_MS must not be more/)
  })
})
