import { type Received, receivedSchema, type VipCenter, vipCenterSchema } from '@minefall/shared/contracts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { accountKey } from '../../lib/account-key.ts'
import { getData, postData } from '../../lib/api.ts'
import { untilUtcDay } from '../../lib/utc-day.ts'
import { serverNow } from '../../machines/connection/index.ts'

// Every call rejects with a `CallError`, or with axios' own error when aborted.

/** `GET /api/user/vip_center`: level, VIP tier, the gifts of both, and which matches moved nothing. */
const fetchVip = (signal: AbortSignal): Promise<VipCenter> =>
  getData('/api/user/vip_center', vipCenterSchema, signal)

/** `POST /api/user/receive`: claims a gift, once for each of its periods. */
const receiveGift = (bonusType: string): Promise<Received> =>
  postData('/api/user/receive', { bonus_type: bonusType }, receivedSchema)

/** Read again when a day begins: every period ends with one. */
const vipQuery = (userId: string) =>
  queryOptions({
    queryKey: accountKey(userId, 'vip'),
    queryFn: ({ signal }) => fetchVip(signal),
    staleTime: 0,
    retry: 1,
    refetchInterval: () => untilUtcDay(serverNow()),
  })

export const useVip = (userId: string) => useQuery(vipQuery(userId))

/**
 * Claims one gift. What there is to claim is read again in any case: without an answer nobody knows what became of it,
 * and where it was refused, what was shown is old.
 */
export const useClaim = (userId: string, bonusType: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => receiveGift(bonusType),
    // One that waits for the network would claim when nobody looks any more.
    networkMode: 'always',
    onSettled: () => {
      for (const what of ['center', 'vip'] as const)
        void client.invalidateQueries({ queryKey: accountKey(userId, what) })
    },
  })
}
