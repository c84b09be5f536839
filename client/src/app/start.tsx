import type { NoticeName } from '@minefall/shared/notices'
import { onlineManager, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { blockedNote } from '../calls/blocked.ts'
import { prefetchTable, queryClient } from '../calls/query.ts'
import { startChat } from '../features/chat/door.ts'
import { startLanguage } from '../i18n/chosen-language.ts'
import { loadNamespaces } from '../i18n/i18n.ts'
import { install } from '../lib/install.ts'
import { newRelease, sparesData } from '../lib/new-release.ts'
import { connectionActor, startConnection } from '../machines/connection/index.ts'
import { keepInvitation } from '../machines/login/index.ts'
import { sessionActor, startSession } from '../machines/session/index.ts'
import '../styles/index.css'
import { keys } from '../features/themes/keys.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { type ToastTone, toasts } from '../ui/toasts.ts'
import { prepareModals } from './AppModals.tsx'
import { CrashBoundary } from './CrashBoundary.tsx'
import { followDevice, reloadForTexts } from './follow-device.ts'
import { followRewards } from './follow-rewards.ts'
import { followSession } from './follow-session.ts'
import { startLiveSession } from './live-session.ts'
import { watchChunkLoads } from './PartBoundary.tsx'
import { type AppRouter, createAppRouter, keepTitle } from './router.tsx'
import { gate, screens } from './screens.tsx'
import { startWorker } from './start-worker.ts'

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

/** Runs after the browser has painted the first screen. */
const onceShown = (router: AppRouter, run: () => void) => {
  const stop = router.subscribe('onRendered', () => {
    stop()
    requestAnimationFrame(() => setTimeout(run, 0))
  })
}

/** The words and their settings: wanted by the first notice, and not by the first paint. */
const notices = () => import('../calls/notices.ts')
const say = (notice: NoticeName, tone: ToastTone) =>
  notices()
    .then(({ showNotice }) => showNotice(notice, tone))
    // Without its words a notice is not shown; what it tells of has happened all the same.
    .catch(() => undefined)

const sayBlocked = (text: string | null) => {
  if (text === null) return toasts.close(blockedNote)
  import('../features/login/show-blocked.ts')
    .then(({ showBlocked }) => showBlocked(text))
    // The login form says it too.
    .catch(() => undefined)
}

/** Starts the product in `container`. The connection follows the first screen, which never waits for it. */
export const start = async (container: HTMLElement | null): Promise<void> => {
  if (!container) throw new Error('the page has no element for the product')
  watchChunkLoads()
  install.watch()
  keepTheme()
  keepInvitation()
  startLiveSession()
  // Before there is a router, whose guards ask who is signed in.
  startSession()
  // Here from the start: a part that is got in later can be missing with the texts.
  await startLanguage(reloadForTexts)
  const router = createAppRouter({ screens, gate, loadTexts: loadNamespaces, prefetchTable })
  keepTitle(router)
  followSession({ session: sessionActor, router, say, sayBlocked })
  followRewards({
    connection: connectionActor,
    session: sessionActor,
    userId: () => sessionActor.getSnapshot().context.user?.id,
    router,
    queries: queryClient,
    tell: (news) => {
      import('../features/rewards/show-news.ts')
        .then(({ showNews }) =>
          showNews(news, (modal) => void router.navigate({ to: '/', search: { modal } })),
        )
        // Without its words it is not told; the sheets show it all the same.
        .catch(() => undefined)
    },
    hush: () => {
      for (const note of ['reward-level', 'reward-vip', 'reward-referral']) toasts.close(note)
    },
  })
  onceShown(router, () => {
    startConnection()
    import('../analytics/start-analytics.ts')
      .then(({ startAnalytics }) =>
        startAnalytics({
          current: () => router.state.resolvedLocation ?? null,
          onMoved: (listener) =>
            void router.subscribe('onResolved', ({ toLocation }) => listener(toLocation)),
        }),
      )
      // Without its code nothing is counted.
      .catch(() => undefined)
    whenIdle(() => {
      notices()
        .then(({ loadNotices }) => loadNotices())
        // Asking again would be no use, and notices have to be told.
        .catch(reloadForTexts)
      startChat()
      if (!sparesData()) prepareModals(!gate.isSignedIn()).catch(() => undefined)
    })
  })
  createRoot(container).render(
    <StrictMode>
      <CrashBoundary>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </CrashBoundary>
    </StrictMode>,
  )
  startWorker()
  connectionActor.subscribe(({ context }) => {
    // Calls wait for the network as the connection knows it.
    onlineManager.setOnline(!context.isOffline)
    if (context.updateReady) newRelease.tell()
  })
  followDevice(connectionActor)
}
