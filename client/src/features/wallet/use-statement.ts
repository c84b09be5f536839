import type { Asset } from '@minefall/shared/game'
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { fetchStatement, type StatementPage } from './wallet-calls.ts'

/** Under each account's own id, so that nobody ever sees what belongs to who was signed in before. */
const keyOf = (userId: string) => ['account', userId, 'statement'] as const

/** The statement as far as it was asked for, in one asset or with null in all; read again when the balance moves. */
export const useStatement = (userId: string, asset: Asset | null, balanceVersion: number | null) => {
  const client = useQueryClient()
  const statement = useInfiniteQuery<
    StatementPage,
    Error,
    InfiniteData<StatementPage>,
    readonly unknown[],
    string | null
  >({
    queryKey: [...keyOf(userId), asset],
    queryFn: ({ pageParam, signal }) => fetchStatement({ cursor: pageParam, asset }, signal),
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    retry: 1,
  })
  const read = useRef(balanceVersion)
  useEffect(() => {
    const before = read.current
    read.current = balanceVersion
    if (before !== null && before !== balanceVersion)
      void client.invalidateQueries({ queryKey: keyOf(userId) })
  }, [client, userId, balanceVersion])
  return statement
}
