import type { RewardsNews } from '@minefall/shared/contracts/live'

/** News that a note is shown for: `progress` tells nobody anything, and what was received was claimed by the player. */
export type ToldNews = Exclude<RewardsNews, { kind: 'progress' | 'received' }>

export type RewardNewsOptions = {
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
    },
  }
}
