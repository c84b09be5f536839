import { walletCalls } from '@minefall/shared/contracts/rest'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ask } from '../../../calls/api.ts'
import { useBalance } from '../../../calls/use-balance.ts'

/** Under each account's own id, so that nobody ever sees what belongs to who was signed in before. */
export const withdrawKey = (userId: string) => ['account', userId, 'withdraw'] as const

/** What can be withdrawn and what has to be done first; read again when the balance moves. */
export const useWithdrawState = (userId: string) => {
  const client = useQueryClient()
  const version = useBalance()?.version ?? null
  const read = useRef(version)
  useEffect(() => {
    const before = read.current
    read.current = version
    if (before !== null && before !== version)
      void client.invalidateQueries({ queryKey: withdrawKey(userId), exact: true })
  }, [client, userId, version])
  return useQuery({
    queryKey: withdrawKey(userId),
    queryFn: ({ signal }) => ask(walletCalls.withdrawState, { signal }),
    staleTime: 0,
    retry: 1,
  })
}
