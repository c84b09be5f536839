import type { Table } from '@minefall/shared/contracts'
import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query'

/** Server state that is asked for over REST. Live figures come over the connection, matches never enter here. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: 2, staleTime: 60_000, refetchOnWindowFocus: false } },
})

/** The catalogue's code, with axios and the schemas, comes when it is first asked for. */
const tablesQuery = queryOptions({
  queryKey: ['tables'],
  queryFn: async ({ signal }): Promise<Table[]> => {
    const { fetchTables } = await import('./catalogue.ts')
    return fetchTables(signal)
  },
})

/** Every table of the catalogue. */
export const useTables = () => useQuery(tablesQuery)

/** One table of the catalogue; `data` is null when there is none of that id. */
export const useTable = (gameId: string) =>
  useQuery({
    ...tablesQuery,
    select: (tables): Table | null => tables.find((table) => table.gameId === gameId) ?? null,
  })
