import { type AnalyticsEvent, type ButtonName, type PageName, pageNames } from '@minefall/shared/analytics'
import type { SafeStorage } from '../lib/storage.ts'

/** Where the router stands: the part of a location that says which page it is. */
export type Place = { pathname: string; search: { modal?: unknown } }

/** A page as its view is counted: which it is, and of which game. */
export type Page = { name: PageName; gameId: string | null }

const isPageName = (value: unknown): value is PageName => pageNames.some((name) => name === value)

const routes: Readonly<Record<string, PageName>> = {
  '/login': 'login',
  '/games': 'games',
  '/theme-demo': 'theme-demo',
  '/test/profile-modal': 'profile-modal',
}

/** The page of an address; null for one that is none, as while a redirect is under way. */
export const pageOf = ({ pathname, search }: Place): Page | null => {
  if (pathname === '/') return { name: isPageName(search.modal) ? search.modal : 'home', gameId: null }
  const gameId = /^\/game\/([a-z0-9-]{1,40})$/.exec(pathname)?.[1]
  if (gameId !== undefined) return { name: 'game', gameId }
  const name = routes[pathname]
  return name === undefined ? null : { name, gameId: null }
}

export const isSamePage = (a: Page | null, b: Page | null): boolean =>
  a?.name === b?.name && a?.gameId === b?.gameId

const sessionKey = 'session_id'
const seenKey = 'session_seen_at'
/** So long without an event ends a visit. */
const visitEndsMs = 30 * 60_000

/** Names the visit of this browser, in all its tabs. Call it with each event. */
export const visitId = (store: SafeStorage, { now, drawId }: { now: number; drawId(): string }): string => {
  const kept = store.get(sessionKey)
  const idleMs = now - Number(store.get(seenKey))
  const goesOn = kept !== null && /^[\w-]{1,64}$/.test(kept) && idleMs >= 0 && idleMs < visitEndsMs
  const id = goesOn ? kept : drawId()
  store.set(sessionKey, id)
  store.set(seenKey, String(now))
  return id
}

/** What an event says besides what happened: all that is reported about a browser, and no more. */
export type Surroundings = {
  /** Milliseconds since 1970, by the page's clock. */
  now: number
  eventId: string
  sessionId: string
  /** The signed-in user; null for a guest. */
  userId: string | null
  url: string
  referrer: string
  userAgent: string
}

/** The longest texts the platform takes. */
const addressMost = 1_000
const userAgentMost = 500

/**
 * An address without what is said in its query, which may be someone's alone (the match of a private table, an order);
 * the modal stays, which names the page. Empty for what is no address of the web.
 */
export const publicAddress = (address: string): string => {
  if (address === '') return ''
  const { origin, pathname, searchParams } = new URL(address)
  // No address of the web.
  if (origin === 'null') return ''
  const modal = searchParams.get('modal')
  const query = modal !== null && /^[a-z]{1,20}$/.test(modal) ? `?modal=${modal}` : ''
  return `${origin}${pathname}${query}`.slice(0, addressMost)
}

/** Phones and tablets say so in their user agent, but for tablets that pass as desktops. */
export const deviceTypeOf = (userAgent: string): AnalyticsEvent['deviceType'] =>
  /Mobi|Android|iPad/.test(userAgent) ? 'mobile' : 'desktop'

const around = ({ now, eventId, sessionId, userId, url, referrer, userAgent }: Surroundings) => ({
  sessionId,
  timestamp: now,
  deviceType: deviceTypeOf(userAgent),
  currentUrl: publicAddress(url),
  userId,
  userAgent: userAgent.slice(0, userAgentMost),
  referrer: publicAddress(referrer),
  additionalData: { eventId },
})

export const pageView = (page: Page, fromPage: PageName | null, where: Surroundings): AnalyticsEvent => ({
  eventType: 'page_view',
  eventName: page.name,
  ...around(where),
  gameId: page.gameId,
  fromPage,
})

export const gameEnter = (
  gameId: string,
  fromPage: PageName | null,
  where: Surroundings,
): AnalyticsEvent => ({
  eventType: 'game_enter',
  eventName: 'game_enter',
  ...around(where),
  gameId,
  fromPage,
})

/** `page` is the one that the button is on. */
export const buttonClick = (name: ButtonName, page: Page | null, where: Surroundings): AnalyticsEvent => ({
  eventType: 'button_click',
  eventName: name,
  ...around(where),
  gameId: page?.gameId ?? null,
  fromPage: page?.name ?? null,
})
