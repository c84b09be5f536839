import { type AnswerOf, addressOf, type Call, type CallInput } from '@minefall/shared/contracts'
import {
  keepPreviousData,
  QueryClient,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { z } from 'zod'
import { isCallError } from '../src/lib/call-error.ts'
import { type Address, ask, wordsFor } from './api.ts'
import { toast } from './ui/ToastRegion.tsx'

/**
 * What the page keeps in its address: filters, the chosen tab, the selected row. All values are strings, and every one
 * needs a default: `z.object({ tab: z.enum(['open', 'closed']).catch('open') })`. Setting leaves the others as they
 * are and adds no entry to the history; undefined takes one out.
 */
export const usePlace = <S extends z.ZodType<object>>(schema: S) => {
  const place = schema.parse(useSearch({ strict: false }))
  const navigate = useNavigate()
  const setPlace = useCallback(
    (change: { [K in keyof z.output<S>]?: z.output<S>[K] | undefined }) =>
      navigate({ to: '.', search: (before: object) => ({ ...before, ...change }), replace: true }),
    [navigate],
  )
  return [place, setPlace] as const
}

/** What was refused is not asked again on its own; what got no answer is, twice. */
const mayRetry = (failures: number, error: unknown) => failures < 2 && isCallError(error) && !error.answered

/** What was read from the desk's calls, by their address. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: mayRetry, staleTime: 10_000 },
    // Without a network they fail at once: one that waited for it would happen when no one looks any more.
    mutations: { networkMode: 'always' },
  },
})

const pathOf = (key: readonly unknown[]) => (typeof key[0] === 'string' ? key[0] : '')

/** A call, for all that is read of it and below it whatever its parameters; or the beginning of an address. */
export type Reads = Pick<Call, 'path'> | string

const beginningOf = (reads: Reads) => (typeof reads === 'string' ? reads : reads.path.replace(/:.*/, ''))

/** Reads again what is shown of these. */
export const reread = (...reads: readonly Reads[]): Promise<void> => {
  const beginnings = reads.map(beginningOf)
  return queryClient.invalidateQueries({
    predicate: ({ queryKey }) => beginnings.some((beginning) => pathOf(queryKey).startsWith(beginning)),
  })
}

/** Ends as `act` does, after which what is shown of these is read again, whether it was done or refused. */
export const thenReread = async <T>(act: Promise<T>, ...reads: readonly Reads[]): Promise<T> => {
  try {
    return await act
  } finally {
    void reread(...reads)
  }
}

export type ReadOptions = {
  /** Asks again this often, in milliseconds. */
  everyMs?: number
  /** False keeps it from being asked at all. */
  enabled?: boolean
  /** Shows what was there before while another address is read. */
  keep?: boolean
}

/** Reads a call of the desk. Its address is its key: `reread` reads it again. */
export const useRead = <const C extends Call>(
  call: C,
  given: CallInput<C> & Address,
  { everyMs, enabled = true, keep = false }: ReadOptions = {},
): UseQueryResult<AnswerOf<C>> =>
  useQuery({
    queryKey: [addressOf(call, given)],
    queryFn: ({ signal }) => ask(call, { ...given, signal }),
    enabled,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
    ...(keep ? { placeholderData: keepPreviousData } : {}),
  })

type RowOf<C extends Call> = AnswerOf<C> extends { items: readonly (infer Row)[] } ? Row : never
type Page<Row> = { items: Row[]; next: string | null }

/** Reads a list with a cursor, a page after the other: `rows` is all that was read, `Pager` asks for more. */
export const usePages = <const C extends Call>(
  call: C,
  given: CallInput<C> & Address,
  { everyMs, enabled = true }: ReadOptions = {},
) => {
  const query = useInfiniteQuery({
    queryKey: [addressOf(call, given), 'pages'],
    queryFn: async ({ pageParam: cursor, signal }) => {
      const page = await ask(call, { ...given, query: { ...given.query, cursor }, signal })
      return page as Page<RowOf<C>>
    },
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
  /** What to read again then, and where someone was quicker. */
  rereads?: readonly Reads[]
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
