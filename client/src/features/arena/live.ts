import i18next from 'i18next'
import { tabStore } from '../../lib/storage.ts'
import { livePort } from '../../machines/connection/index.ts'
import { storedSession } from '../../machines/session/stored-session.ts'
import { toasts } from '../../ui/toasts.ts'
import { callMs, createArenaWatch } from './watch.ts'

type Go = Parameters<typeof createArenaWatch>[0]['sit']

let go: Go = () => undefined

/** How one gets to a match that is called; said by the page of an arena, which one may have left by then. */
export const setWay = (way: Go): void => {
  go = way
}

/** The arena that this tab watches. */
export const arenaWatch = createArenaWatch({
  port: livePort,
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  now: Date.now,
  userId: () => storedSession.user()?.id ?? null,
  sit: (seat) => go(seat),
})

const storedAs = 'arena'
/** The arena that this tab watches, or watched before it was loaded again; null for none. */
export const arenaOfTab = (): string | null => arenaWatch.current()?.arenaId ?? tabStore.get(storedAs)

let toldOf: string | null = null

// Wherever one is in the page by then.
arenaWatch.subscribe(() => {
  const watched = arenaWatch.current()
  if (watched) tabStore.set(storedAs, watched.arenaId)
  else tabStore.remove(storedAs)
  const called = watched?.called ?? null
  if (called === null || called.seat.matchId === toldOf) return
  toldOf = called.seat.matchId
  toasts.show({
    id: 'arena-call',
    icon: 'play',
    stayMs: callMs,
    title: () => i18next.t('arena:call', { count: callMs / 1_000 }),
  })
})
