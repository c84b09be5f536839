import type { ReferralData } from '@minefall/shared/contracts'
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { accountKey } from '../../lib/account-key.ts'
import { useIsTold } from '../../lib/use-told.ts'
import { connectionActor } from '../../machines/connection/index.ts'
import { fetchReferral } from './referral-call.ts'

/** Nobody tells that somebody new came: while it is looked at, it is asked for as often as this. */
const askEveryMs = { untold: 5_000, told: 20_000 } as const

/** What came of one's invitation, with those who came as far as they were asked for; read again with every news of it. */
export const useReferral = (userId: string) => {
  const client = useQueryClient()
  const isTold = useIsTold()
  const wasTold = useRef(isTold)
  useEffect(() => {
    const outdated = () => void client.invalidateQueries({ queryKey: accountKey(userId, 'referral') })
    // The connection is back, and nobody knows what was missed.
    if (isTold && !wasTold.current) outdated()
    wasTold.current = isTold
    const subscription = connectionActor.on('connection.rewarded', ({ news }) => {
      if (news.kind === 'referral' || news.kind === 'progress') outdated()
    })
    return () => subscription.unsubscribe()
  }, [client, userId, isTold])
  return useInfiniteQuery<ReferralData, Error, InfiniteData<ReferralData>, readonly unknown[], string | null>(
    {
      queryKey: accountKey(userId, 'referral'),
      queryFn: ({ pageParam, signal }) => fetchReferral(pageParam, signal),
      initialPageParam: null,
      getNextPageParam: ({ invited }) => invited.next,
      staleTime: 0,
      retry: 1,
      refetchInterval: isTold ? askEveryMs.told : askEveryMs.untold,
    },
  )
}
