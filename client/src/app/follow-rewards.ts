import type { RewardsNews } from '@minefall/shared/contracts/live'
import type { QueryClient } from '@tanstack/react-query'
import { accountKey } from '../calls/query.ts'
import type { ConnectionActorRef } from '../machines/connection/index.ts'
import type { SessionActorRef } from '../machines/session/index.ts'
import type { AppRouter } from './router.tsx'

/** News that a note is shown for: `progress` tells no one anything, and what was received was claimed by the player. */
export type ToldNews = Exclude<RewardsNews, { kind: 'progress' | 'received' }>

type RewardNewsOptions = {
  /** Whether the player is in a match and looks at it. */
  isPlaying(): boolean
  tell(news: ToldNews): void
  /** Takes away what is still told of it. */
  hush(): void
}

/**
 * Holds news back while the player is in a match, so that nothing covers the board on their turn, and tells them in
 * order when it is over; what is still told when the next begins is taken away. `look` is called whenever that may have changed, `forget` when another account begins.
 */
export const createRewardNews = ({ isPlaying, tell, hush }: RewardNewsOptions) => {
  let held: ToldNews[] = []
  const look = () => {
    if (isPlaying()) {
      hush()
      return
    }
    const now = held
    held = []
    for (const news of now) tell(news)
  }
  return {
    look,
    hear(news: RewardsNews) {
      if (news.kind === 'progress' || news.kind === 'received') return
      held.push(news)
      look()
    },
    forget() {
      held = []
      hush()
    },
  }
}

export type FollowRewardsOptions = {
  connection: Pick<ConnectionActorRef, 'on' | 'subscribe' | 'getSnapshot'>
  session: Pick<SessionActorRef, 'on'>
  /** Whose account it is now; undefined for guests. */
  userId(): string | undefined
  router: Pick<AppRouter, 'history' | 'subscribe'>
  queries: Pick<QueryClient, 'invalidateQueries'>
  tell(news: ToldNews): void
  /** Takes away what is still told of it. */
  hush(): void
}

/**
 * Reads again what an account has earned whenever the connection tells of it, and when it is back after a while in which
 * no one knows what was missed; and tells what is worth telling, never over a match of the player's own.
 */
export const followRewards = (options: FollowRewardsOptions): void => {
  const { connection, session, userId, router, queries, tell, hush } = options
  const news = createRewardNews({
    isPlaying: () =>
      connection.getSnapshot().context.seated !== null &&
      router.history.location.pathname.startsWith('/game/'),
    tell,
    hush,
  })
  const outdated = () => {
    const id = userId()
    if (id === undefined) return
    for (const what of ['center', 'vip']) void queries.invalidateQueries({ queryKey: accountKey(id, what) })
  }
  connection.on('connection.rewarded', (event) => {
    outdated()
    news.hear(event.news)
  })
  /** Null until the first time: before it nothing was missed. */
  let wasSubscribed: boolean | null = null
  connection.subscribe((snapshot) => {
    const isSubscribed = snapshot.hasTag('connected') && snapshot.context.identityToken !== null
    if (isSubscribed && wasSubscribed === false) outdated()
    if (isSubscribed || wasSubscribed !== null) wasSubscribed = isSubscribed
    news.look()
  })
  router.subscribe('onResolved', news.look)
  session.on('session.ended', news.forget)
  // In a tab that slept, another account may begin where none has ended.
  session.on('session.began', news.forget)
}
