import { randomUUID } from 'node:crypto'
import type { AnalyticsEvent } from '@minefall/shared/analytics'

/** A press of a button, each time another one. */
export const someEvent = (
  change: Partial<AnalyticsEvent> & Pick<AnalyticsEvent, 'timestamp'>,
): AnalyticsEvent => ({
  eventType: 'button_click',
  eventName: 'rematch',
  sessionId: randomUUID(),
  deviceType: 'desktop',
  currentUrl: 'https://play.example/game/mines-duel',
  userId: null,
  userAgent: 'Mozilla/5.0 (X11)',
  referrer: '',
  gameId: 'mines-duel',
  fromPage: 'games',
  additionalData: { eventId: randomUUID() },
  ...change,
})
