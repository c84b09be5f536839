import type { PageName } from '@minefall/shared/analytics'
import { isSamePage, type Page, type Place, pageOf } from './pages.ts'

/** What becomes of a page change: each page that is shown, with the one before, and each game that is entered. */
export type PageEvents = {
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
