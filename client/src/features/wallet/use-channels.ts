import { walletCalls } from '@minefall/shared/contracts/rest'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../calls/api.ts'

/** What is open now, as staff may have changed it a moment ago: asked again whenever it is needed. */
export const useChannels = (userId: string) =>
  useQuery({
    queryKey: ['account', userId, 'channels'],
    queryFn: ({ signal }) => ask(walletCalls.channels, { signal }),
    staleTime: 0,
    retry: 1,
  })
