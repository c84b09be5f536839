import type { AnalyticsEvent } from '@minefall/shared/analytics'
import { type SafeStorage, safeStorage } from '../lib/storage.ts'
import { memoryStorage } from '../lib/testing-storage.ts'
import { pageView, type Surroundings } from './events.ts'

/** For tests alone: a browser in which events happen. */
export const where: Surroundings = {
  now: Date.UTC(2026, 2, 2, 12),
  eventId: '0197ab7e-5c3e-4c58-a0f9-6f2f3b0a9a51',
  sessionId: 'b2c9a1f0-6d0e-4b1c-9a53-5a1f0c7f3b11',
  userId: null,
  url: 'https://play.example/',
  referrer: '',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
}

/** For tests alone: the nth of many events that are distinguished. */
export const eventNo = (nth: number): AnalyticsEvent =>
  pageView({ name: 'home', gameId: null }, null, {
    ...where,
    eventId: `0197ab7e-5c3e-4c58-a0f9-${String(nth).padStart(12, '0')}`,
  })

/** For tests alone: which of those these are. */
export const numbersOf = (events: readonly AnalyticsEvent[]): number[] =>
  events.map(({ additionalData }) => Number(additionalData.eventId?.slice(-12)))

/** For tests alone: a storage that all tabs share, and that can be full. */
export const sharedStorage = () => {
  const kept = new Map<string, string>()
  let isFull = false
  const backing = {
    ...memoryStorage(kept),
    setItem: (key: string, value: string) => {
      if (isFull) throw new Error('QuotaExceededError')
      kept.set(key, value)
    },
  }
  return {
    kept,
    fill: () => {
      isFull = true
    },
    /** As one tab has it. */
    tab: (): SafeStorage => safeStorage(() => backing),
  }
}
