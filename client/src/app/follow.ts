import type { NoticeName } from '@minefall/shared/notices'
import { onlineManager } from '@tanstack/react-query'
import { blockedNote } from '../calls/blocked.ts'
import { queryClient } from '../calls/query.ts'
import { startChat } from '../features/chat/door.ts'
import { i18next } from '../i18n/i18n.ts'
import { newRelease, sparesData } from '../lib/new-release.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { connectionActor, startConnection } from '../machines/connection/index.ts'
import { sessionActor, startSession } from '../machines/session/index.ts'
import { type ToastTone, toasts } from '../ui/toasts.ts'
import { prepareModals } from './AppModals.tsx'
import { followDevice } from './follow-device.ts'
import { followRewards } from './follow-rewards.ts'
import { followSession } from './follow-session.ts'
import { startLiveSession } from './live-session.ts'
import { reloadForTexts } from './reload-for-texts.ts'
import type { AppRouter } from './router.tsx'
import { gate } from './screens.tsx'
import { startWorker } from './start-worker.ts'
import { keepView } from './view.ts'

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

const countVisits = (router: AppRouter) => {
  import('../analytics/start-analytics.ts')
    .then(({ startAnalytics }) =>
      startAnalytics({
        current: () => router.state.resolvedLocation ?? null,
        onMoved: (listener) => void router.subscribe('onResolved', ({ toLocation }) => listener(toLocation)),
      }),
    )
    // Without its code nothing is counted.
    .catch(() => undefined)
}

/**
 * All that follows the first view: the session and the connection, what heeds them, and what an idle page gets in.
 * Rejects where the code of either can't be had.
 */
export const follow = async (router: AppRouter): Promise<void> => {
  startLiveSession()
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
  connectionActor.subscribe(({ context }) => {
    // Calls wait for the network as the connection knows it.
    onlineManager.setOnline(!context.isOffline)
    if (context.updateReady) newRelease.tell()
  })
  followDevice(connectionActor)
  // The next page is built for whom this one has become.
  i18next.on('languageChanged', keepView)
  sessionActor.on('session.began', keepView)
  sessionActor.on('session.ended', keepView)
  startWorker()
  countVisits(router)
  whenIdle(() => {
    notices()
      .then(({ loadNotices }) => loadNotices())
      // Asking again would be no use, and notices have to be told.
      .catch(reloadForTexts)
    startChat()
    if (!sparesData()) prepareModals(!gate.isSignedIn()).catch(() => undefined)
  })
  await startSession()
  await startConnection()
}
