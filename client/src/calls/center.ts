import type { Center } from '@minefall/shared/contracts/rest'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { untilUtcDay } from '../lib/utc-day.ts'
import { serverNow } from '../machines/connection/index.ts'
import { accountKey } from './query.ts'

/** The calls' code, with the schemas, comes when the first of them is made. */
const calls = () => import('./account-calls.ts')

/**
 * Read again when a UTC day begins, also in a tab that no one looks at: its player would come back to what was
 * yesterday's until the interval has passed once more.
 */
export const eachUtcDay = {
  refetchInterval: () => untilUtcDay(serverNow()),
  refetchIntervalInBackground: true,
}

/**
 * The user, how the account is secured, the running activities, and how many gifts are ready. Passwords and contacts
 * change on other devices too; activities start over with a day.
 */
export const centerQuery = (userId: string) =>
  queryOptions({
    queryKey: accountKey(userId, 'center'),
    queryFn: async (): Promise<Center> => (await calls()).fetchCenter(),
    staleTime: 0,
    retry: 1,
    ...eachUtcDay,
  })

export const useCenter = (userId: string) => useQuery(centerQuery(userId))

/** How many gifts can be claimed: of activities, of level and VIP, and in all. Nothing while no one is signed in. */
export const useReadyGifts = (userId: string | null): { activities: number; vip: number; all: number } => {
  const { data } = useQuery({ ...centerQuery(userId ?? ''), enabled: userId !== null, staleTime: 60_000 })
  if (!data) return { activities: 0, vip: 0, all: 0 }
  const activities = data.activities.filter(({ gift }) => gift.status === 'ready').length
  return { activities, vip: Math.max(0, data.ready - activities), all: data.ready }
}
