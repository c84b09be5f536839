import { rewardsCalls } from '@minefall/shared/contracts/rest'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../calls/api.ts'
import { eachUtcDay } from '../../calls/center.ts'
import { accountKey } from '../../calls/query.ts'

/** Read again when a day begins: every period ends with one. */
const vipQuery = (userId: string) =>
  queryOptions({
    queryKey: accountKey(userId, 'vip'),
    queryFn: ({ signal }) => ask(rewardsCalls.vipCenter, { signal }),
    staleTime: 0,
    retry: 1,
    ...eachUtcDay,
  })

export const useVip = (userId: string) => useQuery(vipQuery(userId))

/**
 * Claims one gift. What there is to claim is read again in any case: without an answer no one knows whether it succeeded,
 * and where it was refused, what was shown is old.
 */
export const useClaim = (userId: string, bonusType: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => ask(rewardsCalls.receive, { body: { bonus_type: bonusType } }),
    onSettled: () => {
      for (const what of ['center', 'vip'] as const)
        void client.invalidateQueries({ queryKey: accountKey(userId, what) })
    },
  })
}
