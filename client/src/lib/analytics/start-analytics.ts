import type { AnalyticsEvent } from '@minefall/shared/analytics'
import { sessionActor } from '../../machines/session/index.ts'
import { drawUuid } from '../draw-uuid.ts'
import { localStore, tabStore } from '../storage.ts'
import { createBackup } from './backup.ts'
import { clickedButton } from './clicks.ts'
import { onUsageStatistics, usageStatistics } from './consent.ts'
import { aloneAmongTabs, sendBatch, sendBeacon } from './deliver.ts'
import { buttonClick, gameEnter, pageView, type Surroundings } from './events.ts'
import { createPageFollower } from './follow-pages.ts'
import type { Place } from './pages.ts'
import { createQueue } from './queue.ts'

const sessionKey = 'session_id'

/** Names the visit of this tab, through its reloads. */
const sessionId = (): string => {
  const kept = tabStore.get(sessionKey)
  if (kept !== null && /^[\w-]{1,64}$/.test(kept)) return kept
  const drawn = drawUuid()
  tabStore.set(sessionKey, drawn)
  return drawn
}

const surroundings = (): Surroundings => ({
  now: Date.now(),
  eventId: drawUuid(),
  sessionId: sessionId(),
  userId: sessionActor.getSnapshot().context.user?.id ?? null,
  url: window.location.href,
  referrer: document.referrer,
  userAgent: navigator.userAgent,
})

/** The part of the router that tells where it stands. */
export type Places = {
  /** Where it stands now; null before its first page is there. */
  current(): Place | null
  onMoved(listener: (place: Place) => void): void
}

/** Counts pages, games and buttons while usage statistics are on. Nothing of it is ever shown, nor fails a page. */
export const startAnalytics = (places: Places): void => {
  const queue = createQueue({
    now: Date.now,
    after: (ms, run) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    random: Math.random,
    send: sendBatch,
    beacon: sendBeacon,
    backup: createBackup(localStore),
    alone: aloneAmongTabs,
    log: (message) => console.warn(`analytics: ${message}`),
  })
  const record = (make: (where: Surroundings) => AnalyticsEvent) => {
    if (usageStatistics() === 'on') queue.record(make(surroundings()))
  }
  const pages = createPageFollower({
    view: (page, fromPage) => record((where) => pageView(page, fromPage, where)),
    enterGame: (gameId, fromPage) => record((where) => gameEnter(gameId, fromPage, where)),
  })

  onUsageStatistics(() => {
    if (usageStatistics() !== 'on') queue.clear()
  })
  places.onMoved(pages.moved)
  const here = places.current()
  if (here) pages.moved(here)
  // Before the press leads to another page.
  const onClick = ({ target }: MouseEvent) => {
    const button = clickedButton(target)
    if (button !== null) record((where) => buttonClick(button, pages.now(), where))
  }
  document.addEventListener('click', onClick, { capture: true })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') queue.flush()
  })
  window.addEventListener('pagehide', queue.leave)
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) queue.retry()
  })
  window.addEventListener('online', queue.retry)
  if (usageStatistics() === 'on') queue.retry()
  else queue.clear()
}
