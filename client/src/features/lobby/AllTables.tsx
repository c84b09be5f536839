import type { Digest } from '@minefall/shared/contracts/live'
import type { Table } from '@minefall/shared/contracts/rest'
import { filterTables, noFilters } from './filters.ts'
import { TableList } from './TableList.tsx'

const pickAll = (tables: readonly Table[]) => filterTables(tables, noFilters)

/** Every table, in the order of the lobby. */
export const AllTables = ({ digest }: { digest: Digest | null }) => (
  <TableList digest={digest} pick={pickAll} />
)
