import {
  keepPreviousData,
  QueryClient,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import type { z } from 'zod'
import { isCallError } from '../src/lib/call-error.ts'
import { call, wordsFor } from './api.ts'
import { toast } from './ui/toasts.ts'

/** What was refused is not asked again by itself; what got no answer is, twice. */
const mayRetry = (failures: number, error: unknown) => failures < 2 && isCallError(error) && !error.answered

/** What was read from the desk's calls, by their address. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: mayRetry, staleTime: 10_000 } },
})

const pathOf = (key: readonly unknown[]) => (typeof key[0] === 'string' ? key[0] : '')

/** Reads again what is shown of every address that begins with one of these. */
export const reread = (...prefixes: readonly string[]): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey }) => prefixes.some((prefix) => pathOf(queryKey).startsWith(prefix)),
  })

export type ReadOptions = {
  /** Asks again this often, in milliseconds. */
  everyMs?: number
  /** False keeps it from being asked at all. */
  enabled?: boolean
  /** Shows what was there before while another address is read. */
  keep?: boolean
}

/** Reads a call of the desk. The address is its key: `reread` reads it again. */
export const useRead = <T>(
  path: string,
  schema: z.ZodType<T>,
  { everyMs, enabled = true, keep = false }: ReadOptions = {},
): UseQueryResult<T> =>
  useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => call(path, { schema, signal }),
    enabled,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
    ...(keep ? { placeholderData: keepPreviousData } : {}),
  })

type PageOf<T> = { items: T[]; next: string | null }

const withQuery = (path: string, query: Record<string, string>) => {
  const separator = path.includes('?') ? '&' : '?'
  return `${path}${separator}${new URLSearchParams(query)}`
}

/** Reads a list with a cursor, a page after the other: `rows` is all that was read, `Pager` asks for more. */
export const usePages = <T>(
  path: string,
  schema: z.ZodType<PageOf<T>>,
  { everyMs, enabled = true }: ReadOptions = {},
) => {
  const query = useInfiniteQuery({
    queryKey: [path, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(pageParam === null ? path : withQuery(path, { cursor: pageParam }), { schema, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    enabled,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  })
  return { ...query, rows: query.data?.pages.flatMap(({ items }) => items) ?? [] }
}

export type ActOptions = {
  /** What to say when it is done. */
  done?: string
  /** Addresses to read again then, and where somebody was quicker. */
  rereads?: readonly string[]
  /** Other words for some codes. */
  words?: Partial<Record<number, string>>
  /** Where the page itself tells what went wrong, as a dialog does. */
  quiet?: boolean
}

/**
 * Something staff do: `mutate(input)`, or `mutateAsync` where one waits for its end. What went wrong is said in a
 * toast, and what is shown is read again whether it was done or refused.
 */
export const useAct = <I, T>(
  act: (input: I) => Promise<T>,
  { done, rereads = [], words, quiet = false }: ActOptions = {},
) =>
  useMutation({
    mutationFn: act,
    onSuccess: () => {
      if (done !== undefined) toast.good(done)
    },
    onError: (error) => {
      if (!quiet) toast.bad(wordsFor(error, words))
    },
    onSettled: () => reread(...rereads),
  })
