import { i18next } from '../i18n/i18n.ts'
import { documentTitle } from '../lib/title.ts'
import type { AppRouter } from './router.tsx'

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
