import type { NoticeName } from '@minefall/shared/notices'
import {
  type InfiniteData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback } from 'react'
import { drawUuid } from '../../lib/draw-uuid.ts'
import { localStore } from '../../lib/storage.ts'
import { useMounted } from '../../lib/use-mounted.ts'
import { untilUtcDay } from '../../lib/utc-day.ts'
import type { PlayDays, ReceivedPlay } from './play-calls.ts'

const nameOf = (userId: string) => `play_changed/${userId}`

/** Tells the other tabs of this browser that an account set something. */
const tellTabs = (userId: string): void => localStore.set(nameOf(userId), drawUuid())

/** Runs whenever another tab of this browser tells so; answers how to stop. */
export const hearTabs = (userId: string, heard: () => void): (() => void) => {
  const listen = ({ key }: StorageEvent) => {
    if (key === nameOf(userId)) heard()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

/** The calls' code, with the schemas, comes when it is first asked for. */
const calls = () => import('./play-calls.ts')

/** Under each account's own id, so that no one ever sees what belongs to the previous account. */
export const playKey = (userId: string) => ['account', userId, 'play'] as const

/** Timers stop while a device sleeps: what waits for an end is read again this often, in milliseconds. */
const oftenMs = 15 * 60_000
/** Where it should have ended, and could not be read again. */
const soonMs = 5_000

/** What begins to be shown within these milliseconds of an answer, as several parts of one page do, shows that answer. */
const freshMs = 2_000

/** In how many milliseconds how an account may play is read again: when its break ends. Never without one that ends. */
export const rereadIn = (
  play: Pick<ReceivedPlay, 'at' | 'receivedAt' | 'break'> | undefined,
  now: number,
): number | false => {
  const endsAt = play?.break?.endsAt ?? null
  if (!play || endsAt === null) return false
  const left = Math.ceil(endsAt - play.at - (now - play.receivedAt))
  return left > 0 ? Math.min(left, oftenMs) : soonMs
}

/** As {@link rereadIn}, and when a UTC day begins: for who looks at what was played today and is used of limits. */
export const rereadTodayIn = (play: Parameters<typeof rereadIn>[0], now: number): number | false =>
  play !== undefined &&
  Math.min(untilUtcDay(play.at + now - play.receivedAt), rereadIn(play, now) || oftenMs, oftenMs)

const playQuery = (userId: string) =>
  queryOptions({
    queryKey: [...playKey(userId), 'state'],
    queryFn: async ({ signal }): Promise<ReceivedPlay> => (await calls()).fetchPlay(signal),
    staleTime: freshMs,
    retry: 1,
    refetchInterval: ({ state: { data } }) => rereadIn(data, performance.now()),
    refetchIntervalInBackground: true,
  })

/** How an account may play, reloaded wherever it begins to be shown; asks nothing for an empty id. */
export const usePlay = (userId: string) => useQuery({ ...playQuery(userId), enabled: userId !== '' })

/** The same where the figures of the day are shown: a sheet left open shows none of the day before as today's. */
export const usePlayToday = (userId: string) =>
  useQuery({
    ...playQuery(userId),
    enabled: userId !== '',
    refetchInterval: ({ state: { data } }) => rereadTodayIn(data, performance.now()),
  })

/** Whether a break of this account runs; asks nothing for an empty id. */
export const useOnBreak = (userId: string): boolean => {
  const { data } = usePlay(userId)
  return userId !== '' && data !== undefined && data.break !== null
}

/** Reloads what is known of how an account may play. Resolves once that was answered, or could not be. */
export const useReadPlay = (userId: string): (() => Promise<void>) => {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: playKey(userId) }), [client, userId])
}

/**
 * The server's time, moving on from what it said in an answer: setting the clock of this device changes nothing about
 * it.
 */
export const usePlayNow = ({ at, receivedAt }: Pick<ReceivedPlay, 'at' | 'receivedAt'>): (() => number) =>
  useCallback(() => at + performance.now() - receivedAt, [at, receivedAt])

export type Calls = Awaited<ReturnType<typeof calls>>

/**
 * Sends a change, says what it did, and reads everything again, also after a refusal: it may be old what was shown.
 * `onDone` follows then, unless the dialog is gone.
 */
export const usePlayChange = <T>(
  userId: string,
  send: (calls: Calls, asked: T) => Promise<unknown>,
  { notice, onDone }: { notice(asked: T): NoticeName; onDone?(): void },
) => {
  const client = useQueryClient()
  const mounted = useMounted()
  return useMutation({
    mutationFn: async (asked: T) => send(await calls(), asked),
    onSuccess: async (_, asked) => {
      if (mounted.current) onDone?.()
      tellTabs(userId)
      const { showNotice } = await import('../../calls/notices.ts')
      showNotice(notice(asked), 'good')
    },
    onSettled: () => client.invalidateQueries({ queryKey: playKey(userId) }),
  })
}

/** All money and time by day, the newest first, as far as it was asked for. */
export const usePlayDays = (userId: string) =>
  useInfiniteQuery<PlayDays, Error, InfiniteData<PlayDays>, readonly unknown[], string | null>({
    queryKey: [...playKey(userId), 'days'],
    queryFn: async ({ pageParam, signal }) => (await calls()).fetchDays(pageParam, signal),
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    retry: 1,
  })
