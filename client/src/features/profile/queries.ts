import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { fetchAvatars, fetchCenter, fetchCurrencies, fetchSessions } from '../../lib/account-calls.ts'

/** Under each account's own id, so that nobody ever sees what belongs to who was signed in before. */
const keyOf = (userId: string, what: string) => ['account', userId, what] as const

/** How the account is secured. Passwords and contacts change on other devices too. */
export const centerQuery = (userId: string) =>
  queryOptions({ queryKey: keyOf(userId, 'center'), queryFn: () => fetchCenter(), staleTime: 0, retry: 1 })

export const avatarsQuery = (userId: string) =>
  queryOptions({ queryKey: keyOf(userId, 'avatars'), queryFn: () => fetchAvatars(), retry: 1 })

export const currenciesQuery = (userId: string) =>
  queryOptions({ queryKey: keyOf(userId, 'currencies'), queryFn: () => fetchCurrencies(), retry: 1 })

export const sessionsQuery = (userId: string) =>
  queryOptions({
    queryKey: keyOf(userId, 'sessions'),
    queryFn: () => fetchSessions(),
    staleTime: 0,
    retry: 1,
  })

export const useCenter = (userId: string) => useQuery(centerQuery(userId))
export const useAvatars = (userId: string) => useQuery(avatarsQuery(userId))
export const useCurrencies = (userId: string) => useQuery(currenciesQuery(userId))
export const useSessions = (userId: string) => useQuery(sessionsQuery(userId))

/** Asks again for what a change made old. */
export const useOutdated = (userId: string) => {
  const client = useQueryClient()
  return (...what: ('center' | 'avatars' | 'sessions')[]) =>
    Promise.all(what.map((name) => client.invalidateQueries({ queryKey: keyOf(userId, name) })))
}
