import { accountCalls, historyCalls } from '@minefall/shared/contracts/rest'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../calls/api.ts'
import { accountKey } from '../../calls/query.ts'

const avatarsQuery = (userId: string) =>
  queryOptions({
    queryKey: accountKey(userId, 'avatars'),
    queryFn: () => ask(accountCalls.avatars),
    retry: 1,
  })

const currenciesQuery = (userId: string) =>
  queryOptions({
    queryKey: accountKey(userId, 'currencies'),
    queryFn: () => ask(accountCalls.currencies),
    retry: 1,
  })

const sessionsQuery = (userId: string) =>
  queryOptions({
    queryKey: accountKey(userId, 'sessions'),
    queryFn: () => ask(accountCalls.sessions),
    staleTime: 0,
    retry: 1,
  })

export const useSkill = (userId: string) =>
  useQuery({
    queryKey: accountKey(userId, 'skill'),
    queryFn: () => ask(historyCalls.skill),
    staleTime: 0,
    retry: 1,
  })

export const useAvatars = (userId: string) => useQuery(avatarsQuery(userId))
export const useCurrencies = (userId: string) => useQuery(currenciesQuery(userId))
export const useSessions = (userId: string) => useQuery(sessionsQuery(userId))

/** Asks again for what a change made old. */
export const useOutdated = (userId: string) => {
  const client = useQueryClient()
  return (...what: ('center' | 'avatars' | 'sessions' | 'withdraw')[]) =>
    Promise.all(what.map((name) => client.invalidateQueries({ queryKey: accountKey(userId, name) })))
}
