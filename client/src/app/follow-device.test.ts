import { afterEach, expect, test } from 'vitest'
import { startTranslations } from '../i18n/i18n.ts'
import { toasts } from '../ui/toasts.ts'
import { followDevice, formatDifference } from './follow-device.ts'

afterEach(() => toasts.close('device-clock'))

test('two clocks’ difference is given in the unit that fits', () => {
  expect(formatDifference(5 * 60_000, 'en-US')).toBe('5 minutes')
  expect(formatDifference(-3_599_800, 'en-US')).toBe('1 hour')
  expect(formatDifference(5_400_000, 'en-US')).toBe('1.5 hours')
  expect(formatDifference(3 * 86_400_000, 'en-US')).toBe('3 days')
  expect(formatDifference(3_600_000, 'ja-JP')).toBe('1 時間')
})

test('a clock that is wrong is said once it was measured, and taken back when it is right', async () => {
  await startTranslations()
  let tell: (offsetMs: number, roundTripMs: number | null) => void = () => undefined
  followDevice({
    subscribe: (listener) => {
      tell = (offsetMs, roundTripMs) => listener({ context: { offsetMs, roundTripMs } })
    },
  })
  const note = () => toasts.current().find(({ id }) => id === 'device-clock')
  tell(3_600_000, null)
  tell(60_000, 20)
  tell(-3_600_000, 20)
  await expect.poll(() => note()?.detail?.()).toContain('1 hour')
  tell(0, 20)
  expect(note()).toBeUndefined()
})
