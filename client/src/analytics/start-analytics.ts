import {
  type AnalyticsBatch,
  type AnalyticsEvent,
  type ButtonName,
  buttonNames,
  type PageName,
} from '@minefall/shared/analytics'
import { bodyCode } from '@minefall/shared/contracts'
import { analyticsCalls } from '@minefall/shared/contracts/rest'
import { sendAsPlayer } from '../calls/send-as-player.ts'
import { isCallError } from '../lib/call-error.ts'
import { drawUuid } from '../lib/draw-uuid.ts'
import { requestOf } from '../lib/http.ts'
import { localStore } from '../lib/storage.ts'
import { sessionActor } from '../machines/session/index.ts'
import { storedSession } from '../machines/session/stored-session.ts'
import { createBackup } from './backup.ts'
import { onUsageStatistics, usageStatistics } from './consent.ts'
import {
  buttonClick,
  gameEnter,
  isSamePage,
  type Page,
  type Place,
  pageOf,
  pageView,
  type Surroundings,
  visitId,
} from './events.ts'
import { createQueue, type QueueWorld } from './queue.ts'

const { receiveEvents } = analyticsCalls

/** Posts a batch. Only what the server calls wrong is refused permanently. */
const sendBatch = async (batch: AnalyticsBatch): ReturnType<QueueWorld['send']> => {
  try {
    await sendAsPlayer(requestOf(receiveEvents, { body: batch }), receiveEvents.answer, storedSession.token())
    return 'taken'
  } catch (error) {
    if (!isCallError(error)) return 'failed'
    if (error.code === bodyCode.badParameters) return 'refused'
    const seconds = Number(Object(error.data).seconds)
    return error.code === bodyCode.tooManyRequests && seconds > 0
      ? { tooManyForMs: seconds * 1_000 }
      : 'failed'
  }
}

/** Hands a batch to the browser, which sends it when the page is gone already. */
const sendBeacon = (batch: AnalyticsBatch): void => {
  // Where the browser does not take it, the backup has it still.
  navigator.sendBeacon?.(receiveEvents.path, new Blob([JSON.stringify(batch)], { type: 'application/json' }))
}

/**
 * Runs `work` unless another tab does. Where Web Locks are absent or forbidden tabs know nothing of each other, and the
 * server sorts it out.
 */
const aloneAmongTabs = async (work: () => Promise<void>): Promise<boolean> => {
  const free = async (lock: Lock | null) => {
    if (lock) await work()
    return lock !== null
  }
  const withoutLock = async () => {
    await work()
    return true
  }
  if (!('locks' in navigator)) return withoutLock()
  return navigator.locks.request('user_analytics_backup', { ifAvailable: true }, free).catch(withoutLock)
}

/** The events of a page change: each page that is shown, with the one before, and each game that is entered. */
type PageEvents = {
  view(page: Page, fromPage: PageName | null): void
  enterGame(gameId: string, fromPage: PageName | null): void
}

/** Tells of each page once, however often its address is resolved; `now` is the page that is shown. */
export const createPageFollower = ({ view, enterGame }: PageEvents) => {
  let shown: Page | null = null
  return {
    now: (): Page | null => shown,
    moved: (place: Place): void => {
      const page = pageOf(place)
      if (page === null || isSamePage(page, shown)) return
      const fromPage = shown?.name ?? null
      shown = page
      view(page, fromPage)
      if (page.gameId !== null) enterGame(page.gameId, fromPage)
    },
  }
}

declare module 'react' {
  interface HTMLAttributes<T> {
    /** Counts presses on it under this name, one of the closed list in docs/analytics.md. */
    'data-click'?: ButtonName | undefined
  }
}

const isButtonName = (value: unknown): value is ButtonName => buttonNames.some((name) => name === value)

/** The button that was pressed, when presses of it are counted and it took this one. */
const clickedButton = (target: EventTarget | null): ButtonName | null => {
  if (!(target instanceof Element)) return null
  const button = target.closest('[data-click]')
  const name = button?.getAttribute('data-click')
  if (!isButtonName(name) || button?.getAttribute('aria-disabled') === 'true') return null
  return name
}

const surroundings = (): Surroundings => ({
  now: Date.now(),
  eventId: drawUuid(),
  sessionId: visitId(localStore, { now: Date.now(), drawId: drawUuid }),
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
