import { describe, expect, test } from 'vitest'
import { safeStorage } from '../lib/storage.ts'
import { memoryStorage } from '../lib/testing-storage.ts'
import { asksForPrivacy, consentKey, createConsent } from './consent.ts'

test.each([
  [{}, false],
  [{ globalPrivacyControl: false, doNotTrack: null }, false],
  [{ doNotTrack: 'unspecified' }, false],
  [{ doNotTrack: '0' }, false],
  [{ doNotTrack: '1' }, true],
  [{ doNotTrack: 'yes' }, true],
  [{ globalPrivacyControl: true, doNotTrack: '0' }, true],
])('a browser with %o asks for privacy: %s', (signals, asked) => {
  expect(asksForPrivacy(signals)).toBe(asked)
})

describe('usage statistics', () => {
  test('are on until the player turns them off, and stay so', () => {
    const browser = memoryStorage()
    const consent = createConsent(
      safeStorage(() => browser),
      () => ({}),
    )
    const seen: string[] = []
    consent.subscribe(() => seen.push(consent.now()))
    expect(consent.now()).toBe('on')
    consent.set(false)
    expect(browser.kept.get(consentKey)).toBe('off')
    expect(
      createConsent(
        safeStorage(() => browser),
        () => ({}),
      ).now(),
    ).toBe('off')
    consent.set(true)
    expect(seen).toEqual(['off', 'on'])
  })

  test('are refused where the browser asks for privacy, whatever was chosen', () => {
    const consent = createConsent(
      safeStorage(() => memoryStorage()),
      () => ({ globalPrivacyControl: true }),
    )
    consent.set(true)
    expect(consent.now()).toBe('refused')
  })

  test('of another tab are passed on until no one listens', () => {
    const consent = createConsent(
      safeStorage(() => memoryStorage()),
      () => ({}),
    )
    let told = 0
    const stop = consent.subscribe(() => told++)
    consent.changedElsewhere()
    stop()
    consent.changedElsewhere()
    expect(told).toBe(1)
  })
})
