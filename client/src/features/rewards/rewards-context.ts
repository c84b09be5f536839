import { createContext, useContext } from 'react'

/** What a gift's row needs of the sheet it stands in. */
export type Rewards = {
  userId: string
  /** Celebrates what was just received, with coins that come out of `from`. */
  celebrate(received: { amount: string; name: string; from: Element | null }): void
}

export const RewardsContext = createContext<Rewards | null>(null)

export const useRewards = (): Rewards => {
  const rewards = useContext(RewardsContext)
  if (!rewards) throw new Error('a gift stands outside of its sheet')
  return rewards
}
