import type { Asset } from '@minefall/shared/game'
import { useInfiniteQuery } from '@tanstack/react-query'
import { fetchHistory } from './history-calls.ts'

/** The matches of an account, page by page, asked for anew each time they are looked at. */
export const useHistory = (userId: string, asset: Asset | null) =>
  useInfiniteQuery({
    queryKey: ['account', userId, 'history', asset],
    queryFn: ({ pageParam, signal }) => fetchHistory({ asset, cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    retry: 1,
  })
