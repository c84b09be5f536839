import type { Table } from '@minefall/shared/contracts/rest'
import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query'

/** Server state that is asked for over REST. Live figures come over the connection, matches never enter here. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: 2, staleTime: 60_000, refetchOnWindowFocus: false },
    // Without a network they fail at once: one that waited for it would happen when no one looks any more.
    mutations: { networkMode: 'always' },
  },
})

/** The catalogue's code, with the schemas, comes when it is first asked for. */
const catalogue = () => import('./catalogue.ts')

const tablesQuery = queryOptions({
  queryKey: ['tables'],
  queryFn: async ({ signal }): Promise<Table[]> => (await catalogue()).fetchTables(signal),
})

const tableQuery = (gameId: string) =>
  queryOptions({
    queryKey: ['table', gameId],
    queryFn: async ({ signal }): Promise<Table | null> => (await catalogue()).fetchTable(gameId, signal),
    // Anyone who waits for a game soon sees that it does not load.
    retry: 1,
    // The list has it already when one comes from Home or the Game Center.
    initialData: () =>
      queryClient.getQueryData(tablesQuery.queryKey)?.find((table) => table.gameId === gameId),
    initialDataUpdatedAt: () => queryClient.getQueryState(tablesQuery.queryKey)?.dataUpdatedAt,
  })

/** Every table of the catalogue. */
export const useTables = () => useQuery(tablesQuery)

/** One table of the catalogue; `data` is null when there is none of that id. */
export const useTable = (gameId: string) => useQuery(tableQuery(gameId))

/** Asks for a table before its screen is there; a failure is the screen's to tell. */
export const prefetchTable = (gameId: string): void => {
  queryClient.prefetchQuery(tableQuery(gameId)).catch(() => undefined)
}

/** Under each account's own id, so that no one ever sees what belongs to the previous account. */
export const accountKey = (userId: string, what: string) => ['account', userId, what] as const
