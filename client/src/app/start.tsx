import { createRoot, hydrateRoot } from 'react-dom/client'
import { areTextsMissing, startLanguage } from '../i18n/chosen-language.ts'
import { i18next, loadNamespaces } from '../i18n/i18n.ts'
import { builtFor } from '../lib/built-view.ts'
import { install } from '../lib/install.ts'
import { keepInvitation } from '../machines/login/index.ts'
import '../styles/index.css'
import { keys } from '../features/themes/keys.ts'
import { App } from './App.tsx'
import { watchChunkLoads } from './PartBoundary.tsx'
import { releasePresses } from './presses.ts'
import { reloadForConnection, reloadForTexts } from './reload-for-texts.ts'
import { type AppRouter, createAppRouter, keepTitle } from './router.tsx'
import { gate, screens } from './screens.tsx'
import { builtView, isStale } from './view.ts'

const restore = () => {
  import('../features/themes/chosen-theme.ts')
    .then(({ restoreTheme }) => restoreTheme())
    // Without its code the page keeps what it wears.
    .catch(() => undefined)
}

/**
 * Follows what another tab chooses or makes. Without the script of the first paint, which a browser may have blocked,
 * the remembered theme comes now.
 */
const keepTheme = (): void => {
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key === keys.current || key === keys.custom) restore()
  })
  if (document.documentElement.dataset.theme === undefined) restore()
}

const onceRendered = (router: AppRouter, run: () => void) => {
  const stop = router.subscribe('onRendered', () => {
    stop()
    run()
  })
}

/** Runs after the browser has painted the first screen. */
const onceShown = (router: AppRouter, run: () => void) =>
  onceRendered(router, () => requestAnimationFrame(() => setTimeout(run, 0)))

const prefetchTable = (gameId: string) => {
  import('../calls/query.ts')
    .then(({ prefetchTable }) => prefetchTable(gameId))
    // The screen asks for it all the same.
    .catch(() => undefined)
}

/** Follows the address until the router does, which is once its first screen is shown. */
const followAddress = (router: AppRouter) =>
  onceRendered(
    router,
    router.history.subscribe(() => router.load()),
  )

/** The path that the page's HTML was answered for; that of the address may have changed since. */
const loadedPath = () => {
  const [loaded] = performance.getEntriesByType('navigation')
  return loaded && new URL(loaded.name).pathname
}

/** Starts the product in `container`, where its HTML may be already. What the first screen does without follows it. */
export const start = async (container: HTMLElement | null): Promise<void> => {
  if (!container) throw new Error('the page has no element for the product')
  watchChunkLoads()
  install.watch()
  keepTheme()
  keepInvitation()
  const view = isStale() ? undefined : builtView()
  if (view) builtFor.who = view.who
  // Here from the start: a part that is got in later can be missing with the texts.
  await startLanguage(reloadForTexts)
  const router = createAppRouter({ screens, gate, loadTexts: loadNamespaces, prefetchTable })
  keepTitle(router)
  followAddress(router)
  onceShown(router, () => {
    releasePresses()
    import('./follow.ts')
      .then(({ follow }) => follow(router))
      // Asking again would be no use, and without it nothing is live.
      .catch(reloadForConnection)
  })
  await router.load()
  // A part that is missing says so in its place, and texts that are say the same in English.
  const isAsBuilt =
    view &&
    router.state.location.pathname === loadedPath() &&
    !areTextsMissing() &&
    router.state.matches.every(({ status }) => status === 'success')
  if (isAsBuilt)
    hydrateRoot(container, <App router={router} />, {
      // A part that is taken over after the language has changed differs from its HTML, and React replaces it.
      onRecoverableError: (error) => {
        if (i18next.language === view.language) reportError(error)
      },
    })
  else {
    container.replaceChildren()
    delete document.documentElement.dataset.stale
    createRoot(container).render(<App router={router} />)
  }
}
