import { useQuery } from '@tanstack/react-query'
import { fetchChannels } from './wallet-calls.ts'

/** What is open now, as staff may have changed it a moment ago: asked again whenever it is needed. */
export const useChannels = (userId: string) =>
  useQuery({
    queryKey: ['account', userId, 'channels'],
    queryFn: ({ signal }) => fetchChannels(signal),
    staleTime: 0,
    retry: 1,
  })
