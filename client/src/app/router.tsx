import { formatQuery } from '@minefall/shared/contracts'
import type { MatchId } from '@minefall/shared/game'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { i18next } from '../i18n/i18n.ts'
import type common from '../i18n/locales/en-US/common.json'
import type { Namespace } from '../i18n/namespaces.ts'
import { addressed } from '../lib/search.ts'
import { documentTitle } from '../lib/title.ts'
import { CrashScreen } from './CrashScreen.tsx'
import { createRouteTree, type RouterContext } from './routes.tsx'
import type { Gate, Screens } from './screens.tsx'

/** The title of the route shown now: of the innermost match that has one. */
export const routeTitle = (router: AppRouter): string => {
  const key = router.state.matches.findLast(({ staticData }) => staticData.title !== undefined)?.staticData
    .title
  return documentTitle(key === undefined ? null : i18next.t(key))
}

/** Keeps the document's title that of the route, also when the language changes. */
export const keepTitle = (router: AppRouter): void => {
  const show = () => {
    document.title = routeTitle(router)
  }
  router.subscribe('onResolved', show)
  i18next.on('languageChanged', show)
}

/** The route titles in the namespace `common`. */
type TitleKey = `title.${Extract<keyof (typeof common)['title'], string>}`

export type RouterOptions = {
  screens: Screens
  gate: Gate
  loadTexts: (namespaces: readonly Namespace[]) => Promise<void>
  prefetchTable: (gameId: string) => void
  history?: RouterHistory
  /** The page's own unless there is none. */
  origin?: string
}

/**
 * Queries are plain text both ways: `?stake=100`, never JSON. Routes read their own numbers, so ids and amounts
 * that look like numbers lose nothing.
 */
const parseQuery = (query: string): Record<string, string> => Object.fromEntries(new URLSearchParams(query))

/**
 * Closes what the address opens over Home: goes back to the Home that is behind all of it, which else would be there twice
 * in the browser's history, or puts Home in its place.
 */
const closerOf = (history: RouterHistory): (() => void) => {
  const nowhere = Number.POSITIVE_INFINITY
  /** Where the last Home with nothing over it stands in the history. */
  let home = nowhere
  /** Where the first other page stands that came after that Home. */
  let away = nowhere
  let isClosing = false
  const look = () => {
    const { pathname, search, state } = history.location
    const index = state.__TSR_index
    const isOver = pathname === '/login' || addressed(pathname, parseQuery(search)).modal !== undefined
    isClosing = false
    if (pathname === '/' && !isOver) {
      home = index
      away = nowhere
    }
    // From here on another way may be taken.
    else if (index <= home) home = nowhere
    else if (!isOver) away = Math.min(away, index)
    else if (index <= away) away = nowhere
  }
  history.subscribe(look)
  look()
  return () => {
    const index = history.location.state.__TSR_index
    // A browser takes its time to go back: pressed again by then, it must not leave Home.
    const isBehind = !isClosing && home < index && index < away
    isClosing = true
    if (isBehind) history.go(home - index)
    else history.replace('/')
  }
}

/**
 * Whether the router scrolls as a screen is rendered. It does not as the first one is in a page that was just opened, which
 * its visitor may have scrolled; the browser's history has no state for such a page before the router begins.
 */
const scrollsScreens = () => {
  let isOpened = globalThis.history.state === null
  return () => {
    const scrolls = !isOpened
    isOpened = false
    return scrolls
  }
}

/** The product's router; `history` is the browser's own unless a test gives another. */
export const createAppRouter = ({
  screens,
  gate,
  loadTexts,
  prefetchTable,
  history,
  origin,
}: RouterOptions) => {
  const context: RouterContext = {
    gate,
    loadTexts,
    prefetchTable,
    currentHref: () => router.state.resolvedLocation?.href ?? null,
    closeModal: () => close(),
  }
  const router = createRouter({
    routeTree: createRouteTree(screens),
    context,
    defaultPreload: 'intent',
    caseSensitive: true,
    // Around each screen, so that the layout outlives a screen that failed.
    defaultErrorComponent: CrashScreen,
    parseSearch: parseQuery,
    stringifySearch: formatQuery,
    ...(origin !== undefined && { origin }),
    // A history that was passed in means that there is no page to scroll, as in a test without a browser.
    ...(history ? { history, isServer: false } : { scrollRestoration: scrollsScreens() }),
  })
  const close = closerOf(router.history)
  return router
}

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The way to a game's address was a press on a button that names the stake: no second one is asked for. */
    sitsDown?: boolean
    /** The match in which the visitor sits down as it opens: an arena called them there. */
    sitsAt?: MatchId
    /** The seat that the visitor had in the match of this address, for its replay. */
    seat?: number
    /** Where the session ended; the login leads back there. */
    back?: string
  }
  interface Register {
    router: AppRouter
  }
  interface StaticDataRouteOption {
    /** The route's part of the document title, a key of the namespace `common`. */
    title?: TitleKey
  }
}
