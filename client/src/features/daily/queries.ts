import { type Daily, type DailyTry, dailyCalls } from '@minefall/shared/contracts/rest'
import {
  mutationOptions,
  type QueryClient,
  type QueryKey,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../calls/api.ts'
import { untilUtcDay } from '../../lib/utc-day.ts'
import { deviceHeaders } from '../../machines/connection/identity.ts'
import { serverNow } from '../../machines/connection/index.ts'
import { useSession } from '../../machines/session/index.ts'
import { storedSession } from '../../machines/session/stored-session.ts'
import { toasts } from '../../ui/toasts.ts'

/** Under each player's own id; a guest has none. */
const key = (userId: string | null, what: string) => ['daily', userId ?? 'guest', what] as const

/** Until a try is judged it is looked at again so often, in milliseconds. */
const judgedMs = 700

const isUnjudged = ({ endedAt, result }: DailyTry): boolean => endedAt !== null && result.seconds === null

/** Shows a try as the server told it. */
export const putTry = async (client: QueryClient, todayKey: QueryKey, told: DailyTry): Promise<void> => {
  // What is on its way may have been read before.
  await client.cancelQueries({ queryKey: todayKey })
  client.setQueryData<Daily>(todayKey, (daily) => {
    if (!daily) return daily
    const others = daily.tries.filter(({ day }) => day !== told.day)
    return { ...daily, tries: told.day === daily.day ? [told, ...others] : [...others, told] }
  })
}

/** Whose calls are made now; null for the guest. */
const callerId = (): string | null => (storedSession.token() && storedSession.user()?.id) || null

/** Begins the try of a player. By their key it stays theirs, even if someone else has signed in when it is answered. */
const beginning = (client: QueryClient, userId: string | null) =>
  mutationOptions({
    mutationKey: key(userId, 'begin'),
    mutationFn: (day: string) => ask(dailyCalls.begin, { body: { day }, headers: deviceHeaders() }),
    onSuccess: (told) => putTry(client, key(userId, 'today'), told),
    onError: () => void client.invalidateQueries({ queryKey: key(userId, 'today') }),
  })

/** Opens a tile of a player's try, as {@link beginning}; what failed is not tried again for someone else. */
export const opening = (client: QueryClient, userId: string | null) =>
  mutationOptions({
    mutationKey: key(userId, 'open'),
    // A tile that is open stays as it is: asked again, it is opened once.
    mutationFn: async (tile: { day: string; tile: number }) => {
      if (callerId() !== userId) throw new Error('someone else has signed in')
      return ask(dailyCalls.open, { body: tile, headers: deviceHeaders() })
    },
    retry: 2,
    onSuccess: (told) => putTry(client, key(userId, 'today'), told),
  })

/** Today's board, and what one does with it: all of it the server's, so that a reload and another tab go on. */
export const useDaily = () => {
  const { t } = useTranslation('daily')
  const client = useQueryClient()
  const userId = useSession(({ context }) => context.user?.id ?? null)
  const asked = useQuery({
    queryKey: key(userId, 'today'),
    queryFn: ({ signal }) => ask(dailyCalls.today, { headers: deviceHeaders(), signal }),
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) =>
      state.data?.tries.some(isUnjudged) ? judgedMs : untilUtcDay(serverNow()),
  })
  const begin = useMutation(beginning(client, userId))
  const open = useMutation(opening(client, userId))
  const isCounting = asked.data?.tries.some(isUnjudged) ?? false
  useEffect(() => {
    if (!isCounting) return undefined
    // Once it is judged, it is in the lists.
    return () => void client.invalidateQueries({ queryKey: ['daily'] })
  }, [isCounting, client])
  const claimable = userId === null ? 0 : (asked.data?.claimable ?? 0)
  useEffect(() => {
    if (claimable === 0) return
    ask(dailyCalls.claim, { headers: deviceHeaders() }).then(
      ({ claimed }) => {
        if (claimed > 0)
          toasts.show({ id: 'daily-claimed', tone: 'good', icon: 'check', title: () => t('claimed') })
        void client.invalidateQueries({ queryKey: ['daily'] })
      },
      () => undefined,
    )
  }, [claimable, client, t])
  return { asked, begin, open, userId }
}
export type UseDaily = ReturnType<typeof useDaily>

/** The leaderboard of a day. */
export const useRanking = (day: string, userId: string | null) =>
  useQuery({
    queryKey: key(userId, `ranking/${day}`),
    queryFn: ({ signal }) => ask(dailyCalls.leaderboard, { query: { day }, signal }),
    staleTime: 10_000,
    retry: 1,
  })

/** One's own days. */
export const useHistory = (userId: string | null) =>
  useQuery({
    queryKey: key(userId, 'history'),
    queryFn: ({ signal }) => ask(dailyCalls.history, { headers: deviceHeaders(), signal }),
    staleTime: 10_000,
    retry: 1,
  })

/** The board of a day that is over. */
export const useOpenBoard = (day: string) =>
  useQuery({
    queryKey: ['daily-open', day],
    queryFn: ({ signal }) => ask(dailyCalls.board, { query: { day }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  })
