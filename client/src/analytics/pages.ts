import { type PageName, pageNames } from '@minefall/shared/analytics'

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
